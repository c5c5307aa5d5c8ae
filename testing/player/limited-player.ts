import { expect } from 'vitest'
import { type LimitsAnswer, limitsAnswer } from '#core/schemas/limits.ts'
import type { Answer } from '#testing/server/test-client.ts'
import type { TestPlayer } from './test-player.ts'

const PATH = '/api/limits'

export async function limitsOf({ client }: TestPlayer): Promise<LimitsAnswer> {
  return limitsAnswer.parse((await client.get(PATH)).body)
}

/** Sets daily limits in coins; one that is left out is none. */
export async function setLimits(
  { client }: TestPlayer,
  limits: { dailyStake?: number | null; dailyLoss?: number },
): Promise<LimitsAnswer> {
  const none = { dailyStake: null, dailyLoss: null }
  const answer = await client.put(PATH, { ...none, ...limits })
  expect(answer.status, answer.text).toBe(200)
  return limitsAnswer.parse(answer.body)
}

export async function takeBreak(
  { client }: TestPlayer,
  minutes: number,
): Promise<Date> {
  const answer = await client.post(`${PATH}/cool-off`, { minutes })
  expect(answer.status, answer.text).toBe(200)
  const { coolOffUntil } = limitsAnswer.parse(answer.body)
  return new Date(coolOffUntil ?? Number.NaN)
}

export function expectLimit(
  { status, body, text }: Answer,
  details: object,
): void {
  expect(status, text).toBe(409)
  expect(body).toMatchObject({ code: 'player_limit', ...details })
}
