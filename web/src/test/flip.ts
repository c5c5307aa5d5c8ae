import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import type { HonestHouse } from './house.ts'

/** The house's answer to a flip. */
export function flip(house: HonestHouse, bet: CoinFlipBet): CoinFlipAnswer {
  return coinFlipAnswer.parse(house.answer(coinFlip, { start: bet }))
}
