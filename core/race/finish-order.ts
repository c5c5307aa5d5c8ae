import { assert } from '../assert.ts'
import { type Draw, integerBelow } from '../fairness/draws.ts'
import { type HorseId, horses } from './horses.ts'

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
    const farthest = Math.max(...behind.map(({ id }) => at(positions, id)))
    const level = behind.filter(({ id }) => at(positions, id) === farthest)
    const index = level.length > 1 ? integerBelow(draw(), level.length) : 0
    const next = level[index]
    assert(next !== undefined, 'one of the farthest horses takes the place')
    order.push(next.id)
  }
  return order
}

function at(positions: readonly number[], id: HorseId): number {
  const position = positions[id - 1]
  assert(position !== undefined, 'every horse has a position')
  return position
}
