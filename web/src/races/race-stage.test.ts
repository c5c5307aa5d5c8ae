import { expect, it } from 'vitest'
import type { RacePush } from '#core/api/races.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { type Scene, sceneAfter } from './race-scene.ts'
import { stageAt } from './race-stage.ts'

const HEARD_AT_MS = 1_000

/** What is known after messages that all came at once, at 1000. */
function sceneOf(...messages: readonly RacePush[]): Scene {
  const scene = messages.reduce<Scene | undefined>(
    (before, message) =>
      sceneAfter(nobleHashes, before, { message, atMs: HEARD_AT_MS }),
    undefined,
  )
  if (!scene) throw new Error('nothing was heard')
  return scene
}

/** What shows so many milliseconds after the messages came. */
function after(ms: number, scene: Scene) {
  return stageAt(scene, HEARD_AT_MS + ms).stage
}

/** A race of which every message has this very time of the server. */
function at<M extends RacePush>(timestamp: number, message: M): M {
  return { ...message, timestamp }
}

const races = new HonestRaces()
const SERVER_MS = 5_000_000
const open = at(SERVER_MS, {
  ...races.state(),
  nextRaceTime: SERVER_MS + 30_000,
})
const start = at(SERVER_MS, { ...races.start(0), startTime: SERVER_MS })
const { ticks, winner } = races.course
const FINISH_MS = ticks * 50

it('counts down from 30, a second at a time, by the server’s clock alone', () => {
  const scene = sceneOf(open)
  const seconds = (ms: number) => {
    const stage = after(ms, scene)
    return stage.is === 'betting' ? stage.secondsLeft : stage.is
  }
  expect([0, 999, 1_000, 1_001, 29_000, 29_999, 30_000].map(seconds)).toEqual([
    30,
    30,
    29,
    29,
    1,
    1,
    'gate',
  ])
  expect(stageAt(scene, HEARD_AT_MS).untilMs).toBe(HEARD_AT_MS + 1_000)
})

it('has the horses at the gate once betting is closed, whatever the clock says', () => {
  expect(after(0, sceneOf({ ...open, phase: 'closed' }))).toEqual({
    is: 'gate',
  })
})

it('gives up on a race that nobody starts, and on a next one that never comes', () => {
  expect(after(59_999, sceneOf(open))).toEqual({ is: 'gate' })
  expect(after(60_000, sceneOf(open))).toEqual({ is: 'none' })
  const over = sceneOf(open, start)
  expect(after(FINISH_MS + 12_999, over)).toEqual({ is: 'break' })
  expect(after(FINISH_MS + 13_000, over)).toEqual({ is: 'none' })
})

it('races until the winner’s last tick, then shows the winner for 3000 ms', () => {
  const scene = sceneOf(open, start)
  expect(after(0, scene)).toEqual({ is: 'racing', startMs: HEARD_AT_MS })
  expect(after(FINISH_MS - 1, scene)).toMatchObject({ is: 'racing' })
  expect(after(FINISH_MS, scene)).toEqual({ is: 'won', winner })
  expect(after(FINISH_MS + 2_999, scene)).toEqual({ is: 'won', winner })
  expect(after(FINISH_MS + 3_000, scene)).toEqual({ is: 'break' })
})

it('shows the winner of a race that it has not seen, once told of it', () => {
  const finished = { ...open, phase: 'finished' } as const
  const result = at(SERVER_MS, races.result())
  expect(after(0, sceneOf(finished, result))).toEqual({ is: 'won', winner })
})

it('says that a race is void', () => {
  const result = at(SERVER_MS, new HonestRaces({ isVoid: true }).result())
  const { raceId } = races
  const scene = sceneOf({ ...open, phase: 'closed' }, { ...result, raceId })
  expect(after(0, scene)).toEqual({ is: 'void' })
  expect(after(3_000, scene)).toEqual({ is: 'break' })
})
