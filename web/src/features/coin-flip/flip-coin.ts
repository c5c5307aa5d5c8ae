import type { CoinFlipBet } from '#core/games/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/schemas/coin-flip-answer.ts'
import { sendJson } from '../../lib/api-client.ts'

/** Stakes coins on a side. The same key again gives the same answer again. */
export function flipCoin(
  bet: CoinFlipBet,
  idempotencyKey: string,
): Promise<CoinFlipAnswer> {
  return sendJson('POST', '/api/games/coinflip', {
    body: bet,
    schema: coinFlipAnswer,
    idempotencyKey,
  })
}
