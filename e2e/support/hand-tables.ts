import type * as z from 'zod/mini'
import type { Draws } from '#core/fairness/draws.ts'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { blackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { coins } from '#core/money/coins.ts'
import type { StepsAnswer } from '#core/schemas/round-answer.ts'
import type { Button } from './move.ts'

/** A game of several steps, and a round of it that its second button leaves open. */
export type HandTable = {
  title: string
  path: string
  /** Whether draws make that round. */
  isOf: (draws: Draws) => boolean
  start: Button
  goOn: Button
  end: Button
  answer: z.ZodMiniType<StepsAnswer>
  /** What the page says of a round that it found open. */
  found: string
}

const bet = { betAmount: coins(10) }

export const blackjackTable: HandTable = {
  title: 'Blackjack',
  path: '/blackjack',
  isOf(draws) {
    if (blackjack.start(bet, draws).isInsurable) return false
    const actions = [{ action: 'hit' }]
    const hit = positionAfter({ game: blackjack, bet, actions }, draws)
    return hit !== undefined && hit.outcome === undefined
  },
  start: 'Deal',
  goOn: 'Hit',
  end: 'Stand',
  answer: blackjackAnswer,
  found: 'Your hand is still open.',
}

export const hiLoTable: HandTable = {
  title: 'Hi-Lo',
  path: '/hilo',
  isOf(draws) {
    const actions = [{ action: 'play', choice: 'higher' }]
    const right = positionAfter({ game: hiLo, bet, actions }, draws)
    // On an ace or a king the buttons have other names.
    const { value } = hiLo.start(bet, draws).current
    return right?.outcome === undefined && value !== 'A' && value !== 'K'
  },
  start: 'Start Game',
  goOn: /^Higher/,
  end: /^Cash Out/,
  answer: hiLoAnswer,
  found: 'Your round is still open. Go on where you left it.',
}
