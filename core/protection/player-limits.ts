import type { Coins } from '../money/coins.ts'
import { type DayOfPlay, lostOn } from './day-of-play.ts'

const RAISE_WAITS_MS = 24 * 60 * 60 * 1_000
const MINUTE_MS = 60_000

/** Bounds of a cool-off period, in minutes. */
export const COOL_OFF_MINUTES = { min: 60, max: 6 * 7 * 24 * 60 }

/** Limits per UTC day in coins; null is no limit. */
export type DailyLimits = {
  /** Maximum sum of stakes. */
  dailyStake: Coins | null
  /** Maximum net loss. */
  dailyLoss: Coins | null
}

/** A player's own limits; times in epoch milliseconds. */
export type PlayerLimits = DailyLimits & {
  /** Daily limits that take effect at `fromMs`. */
  pending: (DailyLimits & { fromMs: number }) | null
  /** Rejects new rounds until then. */
  coolOffUntilMs: number | null
}

/** Limits of a new player. */
export const NO_LIMITS: PlayerLimits = {
  dailyStake: null,
  dailyLoss: null,
  pending: null,
  coolOffUntilMs: null,
}

/** Returns the limits in force at a time, after due changes. */
export function limitsAt(nowMs: number, limits: PlayerLimits): PlayerLimits {
  const { pending } = limits
  const isCoolingOff = nowMs < (limits.coolOffUntilMs ?? 0)
  const coolOffUntilMs = isCoolingOff ? limits.coolOffUntilMs : null
  if (!pending || nowMs < pending.fromMs) return { ...limits, coolOffUntilMs }
  const { dailyStake, dailyLoss } = pending
  return { dailyStake, dailyLoss, pending: null, coolOffUntilMs }
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
  const current = limitsAt(nowMs, limits)
  const inForce = {
    dailyStake: tighter(current.dailyStake, wanted.dailyStake),
    dailyLoss: tighter(current.dailyLoss, wanted.dailyLoss),
  }
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
  const current = limitsAt(nowMs, limits)
  const requestedMs = nowMs + minutes * MINUTE_MS
  const coolOffUntilMs = Math.max(requestedMs, current.coolOffUntilMs ?? 0)
  return { ...current, coolOffUntilMs }
}

/** Returns the coins that each limit still allows on a day; null without a limit. */
export function leftOn(
  day: DayOfPlay,
  { dailyStake, dailyLoss }: DailyLimits,
): { dailyStake: number | null; dailyLoss: number | null } {
  return {
    dailyStake: leftOf(dailyStake, day.staked),
    dailyLoss: leftOf(dailyLoss, lostOn(day)),
  }
}

function leftOf(limit: Coins | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used)
}

function tighter(one: Coins | null, other: Coins | null): Coins | null {
  if (one === null) return other
  return other === null || one < other ? one : other
}

/** True if at least one limit allows more than its counterpart. */
function isLooser(wanted: DailyLimits, than: DailyLimits): boolean {
  return (
    tighter(wanted.dailyStake, than.dailyStake) !== wanted.dailyStake ||
    tighter(wanted.dailyLoss, than.dailyLoss) !== wanted.dailyLoss
  )
}
