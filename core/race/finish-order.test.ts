import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '../fairness/draws.ts'
import { finishOrder } from './finish-order.ts'

/** Gives the listed draws, one after the other, and fails beyond them. */
function drawing(...draws: number[]) {
  return () => {
    const draw = draws.shift()
    if (draw === undefined) throw new Error('asked for another draw')
    return draw
  }
}

const LAST_DRAW = WORD_RANGE - 1
const HALF = WORD_RANGE / 2

describe('finishOrder', () => {
  test('is by distance, and takes no draw where all differ', () => {
    expect(finishOrder([30, 40, 10, 20], drawing())).toEqual([2, 1, 4, 3])
  })

  test.each([
    { draw: 0, winner: 2 },
    { draw: HALF - 1, winner: 2 },
    { draw: HALF, winner: 4 },
    { draw: LAST_DRAW, winner: 4 },
  ])(
    'lets draw $draw pick horse $winner of 2 and 4 that share the first place',
    ({ draw, winner }) => {
      const order = finishOrder([10, 40, 20, 40], drawing(draw))
      expect(order).toEqual([winner, 6 - winner, 3, 1])
    },
  )

  test('settles a tie behind the winner in the same way', () => {
    const positions = [40, 10, 30, 30]
    expect(finishOrder(positions, drawing(0))).toEqual([1, 3, 4, 2])
    expect(finishOrder(positions, drawing(HALF))).toEqual([1, 4, 3, 2])
  })

  test('settles two ties from the front, each by a draw of its own', () => {
    const positions = [10, 10, 40, 40]
    expect(finishOrder(positions, drawing(HALF, 0))).toEqual([4, 3, 1, 2])
    expect(finishOrder(positions, drawing(0, HALF))).toEqual([3, 4, 2, 1])
  })

  test('takes a draw for each place but the last where all four are level', () => {
    const positions = [7, 7, 7, 7]
    expect(finishOrder(positions, drawing(0, 0, 0))).toEqual([1, 2, 3, 4])
    const last = [LAST_DRAW, LAST_DRAW, LAST_DRAW]
    expect(finishOrder(positions, drawing(...last))).toEqual([4, 3, 2, 1])
  })

  test('gives each of two level horses half of all draws', () => {
    fc.assert(
      fc.property(fc.nat({ max: LAST_DRAW }), (draw) => {
        const [first] = finishOrder([5, 5, 1, 2], drawing(draw))
        const [mirrored] = finishOrder([5, 5, 1, 2], drawing(LAST_DRAW - draw))
        expect([first, mirrored].toSorted()).toEqual([1, 2])
      }),
    )
  })
})
