import { slotKinds } from '#core/fairness/golden/slot-kinds.ts'
import { LARGEST_WIN } from '#core/games/slot-lines.ts'
import { slots } from '#core/games/slots.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import type { GoldenPlan } from './golden-plan.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Math.floor(MAX_COINS / LARGEST_WIN)
const POTS = [10_000, 10_001, 12_347, 56_788, 123_454, MAX_COINS].map(coins)

/** Every jackpot finds another pot. */
export const slotsPlan: GoldenPlan = {
  file: 'slots.json',
  game: slots,
  epoch: 2,
  stakes: [1, 2, 7, 50, 100, 999, 5_000, 10_000, 10_001, 20_000, LARGEST_STAKE],
  actionOf: (_position, { index }) =>
    slots.jackpot.win(POTS[index % POTS.length] ?? coins(0)),
  kinds: slotKinds,
}
