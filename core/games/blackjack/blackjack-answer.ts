import * as z from 'zod/mini'
import { stepsAnswer } from '../../api/rounds.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count } from '../../schemas/fields.ts'
import { card } from '../cards.ts'
import { hand } from './blackjack-hand.ts'
import { blackjackOutcome } from './blackjack-settlement.ts'

/** The dealer's second card before the round is over. */
const hiddenCard = z.strictObject({ hidden: z.literal(true) })

/** Payout and result are present once the round is over. */
const shownHand = z.strictObject({
  ...hand.shape,
  payout: z.optional(coinAmount),
  result: z.optional(z.string()),
})

/** Response of POST /api/games/blackjack. */
export const blackjackAnswer = z.strictObject({
  ...stepsAnswer.shape,
  gameState: z.literal('playing'),
  /** Cards of the active hand, otherwise of the first. */
  playerHand: z.array(card),
  dealerHand: z.tuple([card, z.union([card, hiddenCard])], card),
  /** Two after a split, else one. */
  hands: z.array(shownHand),
  /** Index of the active hand; null if there is none. */
  active: z.nullable(count),
  insuranceOffered: z.boolean(),
  insurance: blackjackOutcome.shape.insurance,
  /** Present once the round is over. */
  result: z.optional(z.string()),
})
export type BlackjackAnswer = z.infer<typeof blackjackAnswer>
