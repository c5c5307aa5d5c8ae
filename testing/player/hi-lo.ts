import { type HiLoAnswer, hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { fine } from '#testing/server/test-client.ts'
import type { TestPlayer } from './test-player.ts'

/** Acts in hi-lo, and expects success. */
export async function playHiLo(
  { client }: Pick<TestPlayer, 'client'>,
  path: 'start' | 'play' | 'skip' | 'cashout',
  body?: object,
): Promise<HiLoAnswer> {
  return hiLoAnswer.parse(
    fine(await client.post(`/api/games/hilo/${path}`, body)),
  )
}
