import { expect } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import type {
  Answer,
  TestClient,
  TestHeaders,
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
  const answer = await placeFlip(client, betAmount)
  expect(answer.status, answer.text).toBe(200)
  return coinFlipAnswer.parse(answer.body)
}
