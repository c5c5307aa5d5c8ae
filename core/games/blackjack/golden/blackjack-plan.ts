import type { GoldenPlan, Turn } from '../../../fairness/golden/golden-plan.ts'
import { MAX_COINS } from '../../../money/coins.ts'
import type { BlackjackAction } from '../blackjack.ts'
import { bestChoice } from '../blackjack-return.ts'
import {
  type BlackjackPosition,
  type Choice,
  legalChoices,
} from '../blackjack-table.ts'
import { blackjackKinds } from './blackjack-kinds.ts'
import { invalidHands } from './invalid-hands.ts'

/** The largest stake that a balance can hold when a split is doubled and won. */
const LARGEST_STAKE = Math.floor(MAX_COINS / 8)
const TO_SEE_MORE: readonly Choice[] = ['insurance', 'split', 'double']

/** Players of several minds: careful, daring, erratic, and gone. */
export const blackjackPlan: GoldenPlan = {
  epoch: 3,
  stakes: [1, 2, 3, 5, 10, 25, 99, 100, 1_001, 123_456_789, LARGEST_STAKE],
  actionOf: choiceOf,
  kinds: blackjackKinds,
  invalid: invalidHands,
}

function choiceOf(position: BlackjackPosition, turn: Turn): BlackjackAction {
  const { index, step, random } = turn
  if (index % 16 === 15 && step >= Math.floor(index / 16) % 2) {
    return { action: 'stand', reason: 'idle' }
  }
  const legal = legalChoices(position)
  const erratic = legal[Math.floor(random() * legal.length)]
  const daring = TO_SEE_MORE.find((choice) => legal.includes(choice))
  const best = bestChoice(position)
  const [choice = 'stand'] =
    [[best], [daring, best], [erratic]][index % 3]?.filter(
      (one) => one !== undefined,
    ) ?? []
  return { action: choice }
}
