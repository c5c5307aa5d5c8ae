import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import type { HonestServer } from './honest-server.ts'

/** The API's answer to a flip. */
export function flip(server: HonestServer, bet: CoinFlipBet): CoinFlipAnswer {
  return coinFlipAnswer.parse(server.answer(coinFlip, { start: bet }))
}
