import { assert } from '../assert.ts'
import {
  type Draw,
  type Draws,
  drawsOf,
  integerBelow,
  WORD_RANGE,
} from '../fairness/draws.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type HorseId, horses } from './horses.ts'

/** What decides a race. */
export type RaceSeeds = {
  /** The race's link of the seed chain: 64 hex characters. */
  serverSeed: string
  /** The hash of the salt block: 64 hex characters, without 0x (see salt.ts). */
  salt: string
  /** Counts races, from 1. */
  number: number
}

/** A race as everybody sees it. */
export type Race = {
  winner: HorseId
  /** From first to fourth, by the positions on the last tick. */
  order: readonly HorseId[]
  /** How many steps each horse takes; the last one brings the winner in. */
  ticks: number
  /**
   * Where horses 1 to 4 are, in whole {@link UNITS_A_PERCENT}.
   *
   * @param tick 0, when all are at 0, to `ticks`.
   */
  positions(tick: number): readonly number[]
}

/** From one tick to the next, in ms. */
export const TICK_MS = 50

/** Positions are whole numbers of 0.2 / 2^32 %. */
export const UNITS_A_PERCENT = 5 * WORD_RANGE

/** The first horse here wins. */
export const FINISH_PERCENT = 85

const SHORTEST_STEP = 2 * WORD_RANGE

/**
 * Runs a race. A draw is one step of one horse: tick by tick, horses 1 to 4,
 * each advances 2^33 + draw units, 0.4 % up to, not including, 0.6 %. The tick
 * in which the first one reaches the finish is the last: see finishOrder for
 * who of several is first there.
 */
export function raceOf(
  hashes: Hashes,
  { serverSeed, salt: clientSeed, number: nonce }: RaceSeeds,
): Race {
  const draws = drawsOf(hashes, { serverSeed, clientSeed, nonce })
  const course = courseOf(draws)
  const ticks = course.length - 1
  let used = ticks * horses.length
  const order = finishOrder(at(course, ticks), () => draws(used++))
  const [winner] = order
  assert(winner !== undefined, 'somebody wins')
  return { winner, order, ticks, positions: (tick) => at(course, tick) }
}

/** The positions after each tick, from the start to the finish. */
function courseOf(draws: Draws): number[][] {
  let positions = horses.map(() => 0)
  const course = [positions]
  const finish = FINISH_PERCENT * UNITS_A_PERCENT
  while (Math.max(...positions) < finish) {
    const first = (course.length - 1) * horses.length
    positions = positions.map(
      (position, index) => position + SHORTEST_STEP + draws(first + index),
    )
    course.push(positions)
  }
  return course
}

/**
 * The horses from first to fourth by where they are on the last tick: the
 * farther one comes first. Where several share a place, one more draw picks
 * one of them, in the order of their ids, and the next place is settled next.
 *
 * @param positions of horses 1 to 4.
 * @param draw gives the next unused draw of the race each time it is called.
 */
export function finishOrder(
  positions: readonly number[],
  draw: () => Draw,
): HorseId[] {
  const order: HorseId[] = []
  while (order.length < horses.length) {
    const behind = horses.filter(({ id }) => !order.includes(id))
    const farthest = Math.max(...behind.map(({ id }) => at(positions, id - 1)))
    const level = behind.filter(({ id }) => at(positions, id - 1) === farthest)
    const index = level.length > 1 ? integerBelow(draw(), level.length) : 0
    const next = level[index]
    assert(next !== undefined, 'one of the farthest horses takes the place')
    order.push(next.id)
  }
  return order
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  assert(item !== undefined, 'an index is in range')
  return item
}
