import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/schemas/coin-flip-answer.ts'
import type { HonestHouse } from './house.ts'

/** The house's answer to a flip. */
export function flip(house: HonestHouse, bet: CoinFlipBet): CoinFlipAnswer {
  return coinFlipAnswer.parse(house.answer(coinFlip, { start: bet }))
}
