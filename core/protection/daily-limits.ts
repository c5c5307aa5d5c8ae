import type { Coins } from '../money/coins.ts'
import { type DayOfPlay, getDailyLoss } from './day-of-play.ts'

/**
 * Upper bounds that players can set per UTC day, in whole coins from 1. Each
 * `kind` also has two columns in `player_limits`: in force, and pending.
 */
export const DAILY_LIMITS = [
  {
    kind: 'dailyStake',
    noun: 'stake',
    label: 'Daily stake limit',
    /** Name of the day's total that counts against the limit. */
    used: 'staked',
    usedLabel: 'Staked today',
    usedOn: ({ staked }: DayOfPlay) => staked,
  },
  {
    kind: 'dailyLoss',
    noun: 'loss',
    label: 'Daily loss limit',
    used: 'lost',
    usedLabel: 'Lost today, including open stakes',
    usedOn: getDailyLoss,
  },
] as const

export const DAILY_LIMIT_MIN = 1

export type DailyLimit = (typeof DAILY_LIMITS)[number]
export type DailyLimitKind = DailyLimit['kind']

/** Limits in coins; null is no limit. */
export type DailyLimits = Record<DailyLimitKind, Coins | null>

/** Builds a record with an entry per limit. */
export function byDailyLimit<T>(
  getEntry: (limit: DailyLimit) => T,
): Record<DailyLimitKind, T> {
  const entries = DAILY_LIMITS.map((limit) => [limit.kind, getEntry(limit)])
  return Object.fromEntries(entries) as Record<DailyLimitKind, T>
}

/** Builds a record with an entry per total that counts against a limit. */
export function byUsedTotal<T>(
  getEntry: (limit: DailyLimit) => T,
): Record<DailyLimit['used'], T> {
  const entries = DAILY_LIMITS.map((limit) => [limit.used, getEntry(limit)])
  return Object.fromEntries(entries) as Record<DailyLimit['used'], T>
}
