import type { GameAnswer } from '#core/api/rounds.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Checked } from '../../proof/fairness/use-verdict.ts'

/** How a round is played that an autobet asks for. */
export interface AutoRound {
  /** Shows the end at once, and nothing of the way to it. */
  isFast: boolean
  /** Whether the autobet goes on, and waits for a house that is away. */
  isWanted(): boolean
}

/** How a round ended that an autobet asked for. */
export interface RoundEnd {
  payout: Coins
  balance: Coins
  /** It is not what the house's promises lead to. */
  isMismatch: boolean
}

/** An answer, and what its check came to. */
export interface CheckedAnswer<A extends GameAnswer> {
  answer: A
  state: Checked['state'] | undefined
}

/** @returns nothing while the round goes on. */
export function endOf({
  answer,
  state,
}: CheckedAnswer<GameAnswer>): RoundEnd | undefined {
  const { payout, balance } = answer
  if (payout === undefined) return undefined
  return { payout, balance, isMismatch: state === 'mismatch' }
}
