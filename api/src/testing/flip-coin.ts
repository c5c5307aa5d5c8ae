import { expect } from 'vitest'
import * as z from 'zod/mini'
import { coinFlipOutcome } from '#core/games/coin-flip.ts'
import { roundAnswer } from '#core/schemas/round-answer.ts'
import type { Answer, TestClient, TestHeaders } from './test-client.ts'

export const FLIP_PATH = '/api/games/coinflip'

const flipAnswer = z.strictObject({
  ...roundAnswer.shape,
  result: coinFlipOutcome.shape.result,
})
export type FlipAnswer = z.infer<typeof flipAnswer>

/** Bets on heads and takes whatever the API says to it. */
export function placeFlip(
  client: TestClient,
  betAmount: unknown,
  headers?: TestHeaders,
): Promise<Answer> {
  return client.post(FLIP_PATH, { betAmount, choice: 'heads' }, headers)
}

/** Plays a round of coin flip that nothing should hinder. */
export async function flipCoin(
  client: TestClient,
  betAmount = 1,
): Promise<FlipAnswer> {
  const answer = await placeFlip(client, betAmount)
  expect(answer.status, answer.text).toBe(200)
  return flipAnswer.parse(answer.body)
}
