import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import {
  type Answer,
  fine,
  type TestClient,
  type TestHeaders,
} from '#testing/server/test-client.ts'

export const FLIP_PATH = '/api/games/coinflip'

export function placeFlip(
  client: TestClient,
  betAmount: unknown,
  headers?: TestHeaders,
): Promise<Answer> {
  return client.post(FLIP_PATH, { betAmount, choice: 'heads' }, headers)
}

export async function flipCoin(
  client: TestClient,
  betAmount = 1,
): Promise<CoinFlipAnswer> {
  return coinFlipAnswer.parse(fine(await placeFlip(client, betAmount)))
}
