import { expect, test } from 'vitest'
import type { RacePush } from '#core/api/races.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { getStage, nextScene, type Scene } from './race-scene.ts'

const HEARD_AT_MS = 1_000

/** Applies messages that all came at once. */
function createScene(...messages: readonly RacePush[]): Scene {
  const scene = messages.reduce<Scene | undefined>(
    (before, message) =>
      nextScene(nobleHashes, before, {
        message,
        atMs: HEARD_AT_MS,
      }),
    undefined,
  )
  if (!scene) throw new Error('there was no message')
  return scene
}

test('drops a start sent by an earlier leader', () => {
  const races = new HonestRaces()
  const start = races.start(4_000)
  const scene = createScene(races.state('running'), start, {
    ...start,
    epoch: start.epoch - 1,
    startTime: start.startTime + 9_000,
  })
  expect(scene.run?.start).toBe(start)
  const later = { ...start, epoch: start.epoch + 1 }
  expect(createScene(races.state('running'), start, later).run?.start).toBe(
    later,
  )
})

test('drops messages about other races than the current one', () => {
  const races = new HonestRaces()
  const [state, start, result] = [races.state(), races.start(0), races.result()]
  const next = races.next()
  const scene = createScene(state, start, next, start, result)
  expect(scene).toMatchObject({ race: next })
  expect(scene.run).toBeUndefined()
  expect(scene.end).toBeUndefined()
  // Nor does a race come again.
  expect(createScene(next, { ...state, type: 'nextRace' }).race).toBe(next)
})

test('continues the race when a new connection sends it again', () => {
  const races = new HonestRaces()
  const start = races.start(4_000)
  const before = createScene(races.state('running'), start)
  const again = nextScene(nobleHashes, before, {
    message: races.state('running'),
    atMs: 900,
  })
  expect(again?.run).toBe(before.run)
})

test('starts over when the API restarts its numbers and leaders at 1', () => {
  const races = new HonestRaces()
  const first = races.state('running')
  const start = { ...races.start(4_000), epoch: 1 }
  const next = races.next()
  const leader = { ...races.start(4_000), epoch: 90 }
  const scene = createScene(next, leader, first, start)
  expect(scene.run?.start).toBe(start)
})

test('estimates the server’s clock from the message with the shortest delay', () => {
  const races = new HonestRaces()
  const state = { ...races.state(), timestamp: 10_000 }
  const late = { ...races.start(4_000), timestamp: 10_050 }
  const receiveAgain = (atMs: number) =>
    nextScene(nobleHashes, createScene(state), { message: late, atMs })
  expect(receiveAgain(1_200)?.clockAheadMs).toBe(HEARD_AT_MS - 10_000)
  expect(receiveAgain(1_040)?.clockAheadMs).toBe(1_040 - 10_050)
})

/** Returns the stage so many milliseconds after the messages. */
function after(ms: number, scene: Scene) {
  return getStage(scene, HEARD_AT_MS + ms).stage
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

test('counts down from 30 by the server’s clock', () => {
  const scene = createScene(open)
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
  expect(getStage(scene, HEARD_AT_MS).untilMs).toBe(HEARD_AT_MS + 1_000)
})

test('shows the gate once betting closes, even before the clock runs out', () => {
  expect(after(0, createScene({ ...open, phase: 'closed' }))).toEqual({
    is: 'gate',
  })
})

test('gives up on a race that never starts, and on a next one that never arrives', () => {
  expect(after(59_999, createScene(open))).toEqual({ is: 'gate' })
  expect(after(60_000, createScene(open))).toEqual({ is: 'none' })
  const over = createScene(open, start)
  expect(after(FINISH_MS + 12_999, over)).toEqual({ is: 'break' })
  expect(after(FINISH_MS + 13_000, over)).toEqual({ is: 'none' })
})

test('runs until the winner’s last tick, then shows the winner for 3000 ms', () => {
  const scene = createScene(open, start)
  expect(after(0, scene)).toEqual({ is: 'racing', startMs: HEARD_AT_MS })
  expect(after(FINISH_MS - 1, scene)).toMatchObject({ is: 'racing' })
  expect(after(FINISH_MS, scene)).toEqual({ is: 'won', winner })
  expect(after(FINISH_MS + 2_999, scene)).toEqual({ is: 'won', winner })
  expect(after(FINISH_MS + 3_000, scene)).toEqual({ is: 'break' })
})

test('shows the winner of a race that ran unseen', () => {
  const finished = { ...open, phase: 'finished' } as const
  const result = at(SERVER_MS, races.result())
  expect(after(0, createScene(finished, result))).toEqual({ is: 'won', winner })
})

test('shows a void race', () => {
  const result = at(SERVER_MS, new HonestRaces({ isVoid: true }).result())
  const { raceId } = races
  const scene = createScene({ ...open, phase: 'closed' }, { ...result, raceId })
  expect(after(0, scene)).toEqual({ is: 'void' })
  expect(after(3_000, scene)).toEqual({ is: 'break' })
})
