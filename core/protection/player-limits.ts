import type { Coins } from '../money/coins.ts'
import { type DayOfPlay, lostOn } from './day-of-play.ts'

const RAISE_WAITS_MS = 24 * 60 * 60 * 1_000
const MINUTE_MS = 60_000

/** The shortest and the longest time without play, in minutes. */
export const COOL_OFF_MINUTES = { min: 60, max: 6 * 7 * 24 * 60 }

/** The most coins of a UTC day; null is no limit. */
export type DailyLimits = {
  /** That go into games, whatever comes back. */
  dailyStake: Coins | null
  /** That go into games less those that come back. */
  dailyLoss: Coins | null
}

/** What a player has set against themselves; times in epoch milliseconds. */
export type PlayerLimits = DailyLimits & {
  /** What the daily limits become at `fromMs`. */
  pending: (DailyLimits & { fromMs: number }) | null
  /** No round is started before. */
  coolOffUntilMs: number | null
}

/** How everybody begins. */
export const NO_LIMITS: PlayerLimits = {
  dailyStake: null,
  dailyLoss: null,
  pending: null,
  coolOffUntilMs: null,
}

/** The limits as they are in force at a time: what was due has taken effect. */
export function limitsAt(nowMs: number, limits: PlayerLimits): PlayerLimits {
  const { pending } = limits
  const isCoolingOff = nowMs < (limits.coolOffUntilMs ?? 0)
  const coolOffUntilMs = isCoolingOff ? limits.coolOffUntilMs : null
  if (!pending || nowMs < pending.fromMs) return { ...limits, coolOffUntilMs }
  const { dailyStake, dailyLoss } = pending
  return { dailyStake, dailyLoss, pending: null, coolOffUntilMs }
}

/**
 * The limits after a player has asked for others: what is tighter counts at
 * once, what is looser a day later. That time runs on as long as nothing
 * looser is asked for, and nothing is left of it when nothing looser is.
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

/** Until when a player who asks for a time without play has it: it never gets shorter. */
export function withCoolOff(
  nowMs: number,
  limits: PlayerLimits,
  minutes: number,
): PlayerLimits {
  const current = limitsAt(nowMs, limits)
  const asked = nowMs + minutes * MINUTE_MS
  const coolOffUntilMs = Math.max(asked, current.coolOffUntilMs ?? 0)
  return { ...current, coolOffUntilMs }
}

/** Coins that each limit leaves on a day; null where there is none. */
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

/** Whether any of the limits allows more than the other one does. */
function isLooser(wanted: DailyLimits, than: DailyLimits): boolean {
  return (
    tighter(wanted.dailyStake, than.dailyStake) !== wanted.dailyStake ||
    tighter(wanted.dailyLoss, than.dailyLoss) !== wanted.dailyLoss
  )
}
