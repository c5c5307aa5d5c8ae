import type { GameKit } from '../game-kit.ts'
import { slots } from './slots.ts'
import { slotsFigures } from './slots-figures.ts'
import { spinCensus } from './slots-return.ts'

export const gameKit: GameKit = {
  game: slots,
  calls: { start: (betAmount) => ({ path: 'slot', body: { betAmount } }) },
  returns: slotsFigures(spinCensus),
}
