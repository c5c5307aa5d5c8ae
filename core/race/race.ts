import { assert } from '../assert.ts'
import {
  createDraws,
  type Draw,
  type Draws,
  integerBelow,
  WORD_RANGE,
} from '../fairness/draws.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type HorseId, horses } from './horses.ts'

/** Inputs that determine a race. */
export type RaceSeeds = {
  /** The race's link of the seed chain: 64 hex characters. */
  serverSeed: string
  /** Hash of the salt block: 64 hex characters, without 0x (see salt.ts). */
  salt: string
  /** Counts races, from 1. */
  number: number
}

/** Course and result of a race. */
export type Race = {
  winner: HorseId
  /** From first to fourth, by the positions on the last tick. */
  order: readonly HorseId[]
  /** Number of steps of each horse until the first one finishes. */
  ticks: number
  /**
   * Returns the positions of horses 1 to 4, in units (see UNITS_A_PERCENT).
   *
   * @param tick from 0, when all are at 0, to `ticks`.
   */
  positions(tick: number): readonly number[]
}

/** Duration of a tick, in ms. */
export const TICK_MS = 50

/** Units of a position per percent of the track; one unit is 0.2 / 2^32 %. */
export const UNITS_A_PERCENT = 5 * WORD_RANGE

/** Finish line, in percent of the track. */
export const FINISH_PERCENT = 85

const SHORTEST_STEP = 2 * WORD_RANGE

/**
 * Runs a race. In each tick, horses 1 to 4 in turn use one draw and advance by
 * 2^33 + draw units: at least 0.4 %, less than 0.6 %. The race ends with the
 * tick in which a horse reaches the finish; finishOrder breaks ties.
 */
export function runRace(
  hashes: Hashes,
  { serverSeed, salt: clientSeed, number: nonce }: RaceSeeds,
): Race {
  const draws = createDraws(hashes, { serverSeed, clientSeed, nonce })
  const course = drawCourse(draws)
  const ticks = course.length - 1
  let used = ticks * horses.length
  const order = finishOrder(at(course, ticks), () => draws(used++))
  const [winner] = order
  assert(winner !== undefined, 'a race has a winner')
  return { winner, order, ticks, positions: (tick) => at(course, tick) }
}

/** Returns the positions at each tick, from the start to the finish. */
function drawCourse(draws: Draws): number[][] {
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
 * Orders the horses by their positions on the last tick, the farthest first. If
 * several share a place, one more draw selects one of them, indexed by id; then
 * the next place is decided.
 *
 * @param positions of horses 1 to 4.
 * @param draw returns the race's next unused draw.
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
