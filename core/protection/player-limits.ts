import { DAY_MS, MINUTE_MS } from '../durations.ts'
import type { Coins } from '../money/coins.ts'
import {
  byDailyLimit,
  DAILY_LIMITS,
  type DailyLimitKind,
  type DailyLimits,
} from './daily-limits.ts'
import type { DayOfPlay } from './day-of-play.ts'

const RAISE_WAITS_MS = DAY_MS

/** Bounds of a cool-off period, in minutes. */
export const COOL_OFF_MINUTES = { min: 60, max: 6 * 7 * 24 * 60 }

/** A player's own limits; times in epoch milliseconds. */
export type PlayerLimits = DailyLimits & {
  /** Daily limits that take effect at `fromMs`. */
  pending: (DailyLimits & { fromMs: number }) | null
  /** Rejects new rounds until then. */
  coolOffUntilMs: number | null
}

/** Limits of a new player. */
export const NO_LIMITS: PlayerLimits = {
  ...byDailyLimit(() => null),
  pending: null,
  coolOffUntilMs: null,
}

/** Returns the limits in force at a time, after due changes. */
export function getLimitsAt(nowMs: number, limits: PlayerLimits): PlayerLimits {
  const { pending } = limits
  const isCoolingOff = nowMs < (limits.coolOffUntilMs ?? 0)
  const coolOffUntilMs = isCoolingOff ? limits.coolOffUntilMs : null
  if (!pending || nowMs < pending.fromMs) return { ...limits, coolOffUntilMs }
  const due = byDailyLimit(({ kind }) => pending[kind])
  return { ...due, pending: null, coolOffUntilMs }
}

/**
 * Applies requested limits: tighter ones at once, looser ones a day later. A
 * pending change keeps its time unless the new request is even looser, and is
 * dropped if the request is not looser at all.
 */
export function withDailyLimits(
  nowMs: number,
  limits: PlayerLimits,
  wanted: DailyLimits,
): PlayerLimits {
  const current = getLimitsAt(nowMs, limits)
  const inForce = byDailyLimit(({ kind }) =>
    tighter(current[kind], wanted[kind]),
  )
  const { pending: earlier } = current
  const runsOn = earlier !== null && !isLooser(wanted, earlier)
  const fromMs = runsOn ? earlier.fromMs : nowMs + RAISE_WAITS_MS
  const pending = isLooser(wanted, inForce) ? { ...wanted, fromMs } : null
  return { ...current, ...inForce, pending }
}

/** Starts a cool-off period or extends the current one; never shortens it. */
export function withCoolOff(
  nowMs: number,
  limits: PlayerLimits,
  minutes: number,
): PlayerLimits {
  const current = getLimitsAt(nowMs, limits)
  const requestedMs = nowMs + minutes * MINUTE_MS
  const coolOffUntilMs = Math.max(requestedMs, current.coolOffUntilMs ?? 0)
  return { ...current, coolOffUntilMs }
}

/** Returns the coins that each limit still allows on a day; null without a limit. */
export function getRemainingLimits(
  day: DayOfPlay,
  limits: DailyLimits,
): Record<DailyLimitKind, number | null> {
  return byDailyLimit(({ kind, usedOn }) => {
    const limit = limits[kind]
    return limit === null ? null : Math.max(0, limit - usedOn(day))
  })
}

function tighter(one: Coins | null, other: Coins | null): Coins | null {
  if (one === null) return other
  return other === null || one < other ? one : other
}

/** True if at least one limit allows more than its counterpart. */
function isLooser(wanted: DailyLimits, than: DailyLimits): boolean {
  return DAILY_LIMITS.some(
    ({ kind }) => tighter(wanted[kind], than[kind]) !== wanted[kind],
  )
}
