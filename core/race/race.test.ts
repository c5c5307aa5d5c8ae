import { describe, expect, test } from 'vitest'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { WORD_RANGE } from '../fairness/draws.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { horses } from './horses.ts'
import {
  FINISH_PERCENT,
  finishOrder,
  runRace,
  UNITS_A_PERCENT,
} from './race.ts'
import { raceTrustAssumption } from './salt.ts'

const HALF = WORD_RANGE / 2
const LAST_DRAW = WORD_RANGE - 1
const FINISH = FINISH_PERCENT * UNITS_A_PERCENT
const seeds = {
  serverSeed: nobleHashes.sha256('a seed'),
  salt: nobleHashes.sha256('a block'),
  number: 1,
}

/** Draws that are chosen instead of hashed: digests by the number of their block. */
function drawing(getDigest: (block: number) => string): Hashes {
  return {
    ...nobleHashes,
    hmacSha256: (_key, message) =>
      getDigest(Number(String(message).split(':').at(-1))),
  }
}

/** The same draw over and over. */
function always(draw: number): Hashes {
  return drawing(() => draw.toString(16).padStart(8, '0').repeat(8))
}

describe('a race', () => {
  const race = runRace(nobleHashes, seeds)

  test('is deterministic with both hash implementations', () => {
    const again = runRace(nativeHashes, seeds)
    expect(again.order).toEqual(race.order)
    expect(again.ticks).toBe(race.ticks)
    expect(again.positions(race.ticks)).toEqual(race.positions(race.ticks))
  })

  test('advances each horse by 2^33 plus draw 4 × tick + horse', () => {
    const { serverSeed, salt, number } = seeds
    const block = (index: number) =>
      nobleHashes.hmacSha256(serverSeed, `${salt}:${number}:${index}`)
    const words = (block(0) + block(1)).match(/.{8}/g) ?? []
    const draws = words.map((word) => Number.parseInt(word, 16))
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = draws
    const steps = [a, b, c, d].map((draw) => 2 ** 33 + draw)
    expect(race.positions(0)).toEqual([0, 0, 0, 0])
    expect(race.positions(1)).toEqual(steps)
    expect(race.positions(2)[0]).toBe((steps[0] ?? 0) + 2 ** 33 + e)
  })

  test('ends with the tick in which the first horse reaches the finish', () => {
    const { ticks, winner, order } = race
    expect(Math.max(...race.positions(ticks - 1))).toBeLessThan(FINISH)
    const last = race.positions(ticks)
    expect(last[winner - 1]).toBe(Math.max(...last))
    expect(last[winner - 1]).toBeGreaterThanOrEqual(FINISH)
    const places = order.map((id) => last[id - 1] ?? 0)
    expect(places).toEqual(places.toSorted((one, other) => other - one))
    expect(() => race.positions(ticks + 1)).toThrow('in range')
  })

  test('lasts 142 ticks with the longest steps, 213 with the shortest', () => {
    expect(runRace(always(LAST_DRAW), seeds).ticks).toBe(142)
    expect(runRace(always(0), seeds).ticks).toBe(213)
    // Two half draws bring horse 1 to 85 % exactly.
    const half = `80000000${'0'.repeat(24)}`.repeat(2)
    const exact = drawing((block) => (block === 0 ? half : '0'.repeat(64)))
    expect(runRace(exact, seeds)).toMatchObject({ winner: 1, ticks: 212 })
  })

  test('is won by the farthest horse of the last tick', () => {
    // Horse 3 gains one unit in the first tick; all else is level.
    const level = '80000000'
    const hashes = drawing((block) =>
      block === 0
        ? `${level.repeat(2)}80000001${level.repeat(5)}`
        : level.repeat(8),
    )
    const { winner, order, ticks, positions } = runRace(hashes, seeds)
    expect(Math.min(...positions(ticks))).toBeGreaterThanOrEqual(FINISH)
    expect(winner).toBe(3)
    // The others are level: half of the range picks the middle one, then the second of two.
    expect(order).toEqual([3, 2, 4, 1])
  })

  test('settles a dead heat by the next draws', () => {
    const { ticks } = runRace(always(0), seeds)
    const unused = (ticks * horses.length) / 8
    const zeros = '0'.repeat(64)
    const tied = drawing((block) =>
      block === Math.floor(unused)
        ? `${'0'.repeat(32)}c000000080000000ffffffff00000000`
        : zeros,
    )
    expect(unused).toBe(106.5)
    expect(runRace(always(0), seeds).order).toEqual([1, 2, 3, 4])
    expect(runRace(tied, seeds).order).toEqual([4, 2, 3, 1])
  })
})

const block = { number: 7, hash: `0x${seeds.salt}`, timestamp: 9 }

test.each([
  [{}, /it could not get the salt block in time, and you only have its word/],
  [{ voidReason: 'chain_ahead' }, /It says the salt block may have existed/],
  [
    { saltBlock: { ...block, chainId: 31_337 } },
    /^The salt comes from a block on a local chain/,
  ],
  [{ saltBlock: { ...block, chainId: 97 } }, /^$/],
] as const)('states the trust assumption of %j: %s', (race, words) => {
  expect(raceTrustAssumption(race) ?? '').toMatch(words)
})

describe('the finish order', () => {
  /** Gives the listed draws, one after the other, and fails beyond them. */
  function getOrder(positions: number[], ...draws: number[]) {
    return finishOrder(positions, () => {
      const draw = draws.shift()
      if (draw === undefined) throw new Error('asked for another draw')
      return draw
    })
  }

  test('is by distance, without a draw if all differ', () => {
    expect(getOrder([30, 40, 10, 20])).toEqual([2, 1, 4, 3])
    expect(() => getOrder([30, 40, 10])).toThrow('in range')
    expect(() => getOrder([1, 1, 1, 1], WORD_RANGE)).toThrow('takes the place')
  })

  test.each([
    [0, 2],
    [HALF - 1, 2],
    [HALF, 4],
    [LAST_DRAW, 4],
  ])('has by draw %i of horses 2 and 4 first %i', (draw, winner) => {
    const order = getOrder([10, 40, 20, 40], draw)
    expect(order).toEqual([winner, 6 - winner, 3, 1])
  })

  test('settles ties from the front, by one draw each', () => {
    expect(getOrder([40, 10, 30, 30], 0)).toEqual([1, 3, 4, 2])
    expect(getOrder([40, 10, 30, 30], HALF)).toEqual([1, 4, 3, 2])
    expect(getOrder([10, 10, 40, 40], HALF, 0)).toEqual([4, 3, 1, 2])
    expect(getOrder([10, 10, 40, 40], 0, HALF)).toEqual([3, 4, 2, 1])
  })

  test('uses three draws if all four are level', () => {
    const level = [7, 7, 7, 7]
    expect(getOrder(level, 0, 0, 0)).toEqual([1, 2, 3, 4])
    const last = [LAST_DRAW, LAST_DRAW, LAST_DRAW]
    expect(getOrder(level, ...last)).toEqual([4, 3, 2, 1])
  })
})
