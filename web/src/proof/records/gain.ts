import { assert } from '#core/assert.ts'
import type { Draw, Draws } from '#core/fairness/draws.ts'
import { positionAfter, type Round } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'

/** What a finished bet took and what it gave back, in coins. */
export interface Gain {
  staked: number
  paid: number
}

/** Of a replayed round: doubles, splits and insurance are staked, too. */
export function gainOfRound(round: Round): Gain | undefined {
  const { bet, actions = [], draws, outcome } = round
  const game = gameOf(round)
  const drawn: Draws = (index): Draw => {
    const draw = draws[index]
    assert(draw !== undefined, 'a replayed round asks for the same draws')
    return draw
  }
  const end = game && positionAfter({ game, bet, actions }, drawn)
  return end && { staked: end.staked, paid: outcome.payout }
}
