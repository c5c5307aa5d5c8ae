import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { raceOf, TICK_MS, UNITS_A_PERCENT } from './race.ts'
import { shownPositions } from './shown-positions.ts'

const race = raceOf(nobleHashes, {
  serverSeed: nobleHashes.sha256('a seed'),
  salt: nobleHashes.sha256('a block'),
  number: 1,
})
const percentsAt = (tick: number) =>
  race.positions(tick).map((position) => position / UNITS_A_PERCENT)
const finishMs = race.ticks * TICK_MS

describe('shownPositions', () => {
  test('are 0 before the start and until the first tick', () => {
    for (const elapsedMs of [-1_000, 0, TICK_MS - 1]) {
      expect(shownPositions(race, elapsedMs)).toEqual([0, 0, 0, 0])
    }
  })

  test("are a tick's until the next one, also in the last stretch", () => {
    for (const tick of [1, 2, race.ticks - 1]) {
      const startMs = tick * TICK_MS
      expect(shownPositions(race, startMs)).toEqual(percentsAt(tick))
      expect(shownPositions(race, startMs + TICK_MS - 1)).toEqual(
        percentsAt(tick),
      )
    }
  })

  test('have the winner at 85 from the finish on, and the others at 80 at most', () => {
    const atEnd = percentsAt(race.ticks)
    const [, second = 1] = race.order
    expect(atEnd[second - 1]).toBeGreaterThan(80)
    for (const elapsedMs of [finishMs, finishMs + 60_000]) {
      const shown = shownPositions(race, elapsedMs)
      expect(shown[race.winner - 1]).toBe(85)
      expect(shown[second - 1]).toBe(80)
      expect(Math.max(...shown)).toBe(85)
    }
  })
})
