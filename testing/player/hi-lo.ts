import { expect } from 'vitest'
import { type HiLoAnswer, hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { TestPlayer } from './test-player.ts'

/** Acts in hi-lo where nothing should hinder it. */
export async function playHiLo(
  { client }: Pick<TestPlayer, 'client'>,
  path: 'start' | 'play' | 'skip' | 'cashout',
  body?: object,
): Promise<HiLoAnswer> {
  const answer = await client.post(`/api/games/hilo/${path}`, body)
  expect(answer.status, answer.text).toBe(200)
  return hiLoAnswer.parse(answer.body)
}
