import * as z from 'zod/mini'
import { type CoinFlipBet, coinFlipOutcome } from '#core/games/coin-flip.ts'
import { roundAnswer } from '#core/schemas/round-answer.ts'
import { sendJson } from '../../lib/api-client.ts'

export const coinFlipAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...coinFlipOutcome.shape,
})
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>

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
