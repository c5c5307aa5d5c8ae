import { expect, it } from 'vitest'
import type { RacePush } from '#core/api/races.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { type Scene, sceneAfter } from './race-scene.ts'

/** What is known after some messages, each heard a millisecond after the other. */
function sceneOf(...messages: readonly RacePush[]): Scene {
  const scene = messages.reduce<Scene | undefined>(
    (before, message, index) =>
      sceneAfter(nobleHashes, before, { message, atMs: 500 + index }),
    undefined,
  )
  if (!scene) throw new Error('nothing was heard')
  return scene
}

it('drops a start that an earlier leader sends', () => {
  const races = new HonestRaces()
  const start = races.start(4_000)
  const scene = sceneOf(races.state('running'), start, {
    ...start,
    epoch: start.epoch - 1,
    startTime: start.startTime + 9_000,
  })
  expect(scene.run?.start).toBe(start)
  const later = { ...start, epoch: start.epoch + 1 }
  expect(sceneOf(races.state('running'), start, later).run?.start).toBe(later)
})

it('drops what is said of other races than the present one', () => {
  const races = new HonestRaces()
  const [state, start, result] = [races.state(), races.start(0), races.result()]
  const next = races.next()
  const scene = sceneOf(state, start, next, start, result)
  expect(scene).toMatchObject({ race: next })
  expect(scene.run).toBeUndefined()
  expect(scene.end).toBeUndefined()
  // Nor does a race come again.
  expect(sceneOf(next, { ...state, type: 'nextRace' }).race).toBe(next)
})

it('goes on with the race where it is told of again, after a new connection', () => {
  const races = new HonestRaces()
  const start = races.start(4_000)
  const before = sceneOf(races.state('running'), start)
  const again = sceneAfter(nobleHashes, before, {
    message: races.state('running'),
    atMs: 900,
  })
  expect(again?.run).toBe(before.run)
})

it('begins anew where the API does, whose numbers and leaders count from 1 again', () => {
  const races = new HonestRaces()
  const first = races.state('running')
  const start = { ...races.start(4_000), epoch: 1 }
  const next = races.next()
  const leader = { ...races.start(4_000), epoch: 90 }
  const scene = sceneOf(next, leader, first, start)
  expect(scene.run?.start).toBe(start)
})

it('tells the server’s time by the message that came the fastest', () => {
  const races = new HonestRaces()
  const state = { ...races.state(), timestamp: 10_000 }
  const late = { ...races.start(4_000), timestamp: 10_050 }
  const after = (atMs: number) =>
    sceneAfter(nobleHashes, sceneOf(state), { message: late, atMs })
  // Heard 500 ms after the page was opened, when it was 10000 there.
  expect(after(700)?.clockAheadMs).toBe(500 - 10_000)
  expect(after(540)?.clockAheadMs).toBe(540 - 10_050)
})
