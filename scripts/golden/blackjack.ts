import { blackjackKinds } from '#core/fairness/golden/blackjack-kinds.ts'
import { type BlackjackAction, blackjack } from '#core/games/blackjack.ts'
import {
  type BlackjackPosition,
  type Choice,
  legalChoices,
} from '#core/games/blackjack-table.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import { bestChoice } from '#core/returns/blackjack-return.ts'
import type { GoldenPlan, Turn } from './golden-plan.ts'
import { invalidHands } from './invalid-hands.ts'

/** The largest stake that a balance can hold when a split is doubled and won. */
const LARGEST_STAKE = Math.floor(MAX_COINS / 8)
const TO_SEE_MORE: readonly Choice[] = ['insurance', 'split', 'double']

/** Players of several minds: careful, daring, erratic, and gone. */
export const blackjackPlan: GoldenPlan = {
  file: 'blackjack.json',
  game: blackjack,
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
