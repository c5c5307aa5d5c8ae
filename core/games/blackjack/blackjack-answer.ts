import * as z from 'zod/mini'
import { stepsAnswer } from '../../api/rounds.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count } from '../../schemas/fields.ts'
import { card } from '../cards.ts'
import { hand } from './blackjack-hand.ts'
import { blackjackOutcome } from './blackjack-settlement.ts'

/** The dealer's second card before the round is over: nothing is said of it. */
const hiddenCard = z.strictObject({ hidden: z.literal(true) })

/** The last two only once the round is over. */
const shownHand = z.strictObject({
  ...hand.shape,
  payout: z.optional(coinAmount),
  result: z.optional(z.string()),
})

/** What POST /api/games/blackjack answers: a hand that goes on or has ended. */
export const blackjackAnswer = z.strictObject({
  ...stepsAnswer.shape,
  gameState: z.literal('playing'),
  /** Of the hand that is to be played, or else of the first. */
  playerHand: z.array(card),
  dealerHand: z.tuple([card, z.union([card, hiddenCard])], card),
  /** Two after a split, else one. */
  hands: z.array(shownHand),
  /** The index of the hand that is to be played; null where nothing is to choose in one. */
  active: z.nullable(count),
  insuranceOffered: z.boolean(),
  insurance: blackjackOutcome.shape.insurance,
  /** Once the round is over. */
  result: z.optional(z.string()),
})
export type BlackjackAnswer = z.infer<typeof blackjackAnswer>
