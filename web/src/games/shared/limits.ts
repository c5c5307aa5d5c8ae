import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type LimitsAnswer, readLimits } from '#core/api/limits.ts'
import { DAY_MS } from '#core/durations.ts'
import { DAILY_LIMITS } from '#core/protection/daily-limits.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import type { PauseBannerProps } from '../../components/pause-banner.tsx'
import { call } from '../../lib/call.ts'
import { formatRowTime } from '../../lib/format.ts'
import { useAuth } from '../../session/auth.tsx'

/** A player's limits, with what counts against them today. */
export function limitsQuery(player: string) {
  return queryOptions({
    queryKey: [readLimits.path, player],
    queryFn: () => call(readLimits),
    refetchOnMount: 'always',
  })
}

type OwnLimits = {
  /** Why the player's own break or limits allow no bet now. */
  pause: PauseBannerProps | undefined
  /** Coins that the limits still allow today; Infinity without limits. */
  left: number
}

/** Returns what the player's own break and limits allow now. */
export function useOwnLimits(): OwnLimits {
  const { user } = useAuth()
  const { data, refetch } = useQuery({
    ...limitsQuery(user?.id ?? ''),
    enabled: user !== null,
    refetchInterval: ({ state }) =>
      state.data && ownPause(state.data) ? 30_000 : false,
  })
  const hasLimits = data && leftToday(data) < Infinity
  const balance = user?.balance
  const shownBalance = useRef(balance)
  useEffect(() => {
    if (shownBalance.current === balance) return
    shownBalance.current = balance
    if (hasLimits) void refetch()
  }, [balance, hasLimits, refetch])
  if (!(user && data)) return { pause: undefined, left: Infinity }
  return { pause: ownPause(data), left: leftToday(data) }
}

function ownPause(limits: LimitsAnswer): PauseBannerProps | undefined {
  const { coolOffUntil } = limits
  const nowMs = Date.now()
  if (coolOffUntil && Date.parse(coolOffUntil) > nowMs) {
    return {
      title: 'You are on a break',
      reason: `Until ${formatRowTime(coolOffUntil)}. Your coins are safe.`,
    }
  }
  if (leftToday(limits) > 0) return undefined
  const tomorrow = new Date((dayNumber(nowMs) + 1) * DAY_MS).toISOString()
  return {
    title: 'You’ve reached your limit for today',
    reason: `It resets on ${formatRowTime(tomorrow)}. Your coins are safe.`,
  }
}

/** Infinity without limits. */
function leftToday(limits: LimitsAnswer): number {
  return Math.min(
    ...DAILY_LIMITS.map(
      ({ kind, used }) => (limits[kind] ?? Infinity) - limits.today[used],
    ),
  )
}
