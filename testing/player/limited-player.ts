import { type LimitsAnswer, limitsAnswer } from '#core/api/limits.ts'
import {
  byDailyLimit,
  type DailyLimitKind,
} from '#core/protection/daily-limits.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { type Answer, fine } from '#testing/server/test-client.ts'
import type { TestPlayer } from './test-player.ts'

const PATH = '/api/limits'

export async function readLimits({
  client,
}: TestPlayer): Promise<LimitsAnswer> {
  return limitsAnswer.parse((await client.get(PATH)).body)
}

/** Sets daily limits in coins; one that is left out is none. */
export async function setLimits(
  { client }: TestPlayer,
  limits: Partial<Record<DailyLimitKind, number>>,
): Promise<LimitsAnswer> {
  const none = byDailyLimit(() => null)
  return limitsAnswer.parse(
    fine(await client.put(PATH, { ...none, ...limits })),
  )
}

export async function takeBreak(
  { client }: TestPlayer,
  minutes: number,
): Promise<Date> {
  const { coolOffUntil } = limitsAnswer.parse(
    fine(await client.post(`${PATH}/cool-off`, { minutes })),
  )
  return new Date(coolOffUntil ?? Number.NaN)
}

export function expectLimit(answer: Answer, details: object): void {
  expectCode(answer, 'player_limit', details)
}
