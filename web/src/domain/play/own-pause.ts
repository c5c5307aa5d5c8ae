import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LimitsAnswer } from '#core/api/limits.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import type { PauseBannerProps } from '../../components/pause-banner.tsx'
import { formatTime } from '../../lib/format.ts'
import { useAuth } from '../session/auth.tsx'
import { limitsQuery } from './limits-api.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const LOOK_EVERY_MS = 30_000

/** Returns why the player's own break or limits allow no bet now, if so. */
export function useOwnPause(): PauseBannerProps | undefined {
  const { user } = useAuth()
  const { data, refetch } = useQuery({
    ...limitsQuery(user?.id ?? ''),
    enabled: user !== null,
    refetchInterval: ({ state }) =>
      state.data && ownPause(state.data) ? LOOK_EVERY_MS : false,
  })
  const hasLimits = data?.dailyStake != null || data?.dailyLoss != null
  const balance = user?.balance
  const shownBalance = useRef(balance)
  useEffect(() => {
    if (shownBalance.current === balance) return
    shownBalance.current = balance
    if (hasLimits) void refetch()
  }, [balance, hasLimits, refetch])
  return user && data ? ownPause(data) : undefined
}

function ownPause(limits: LimitsAnswer): PauseBannerProps | undefined {
  const { coolOffUntil, dailyLoss, dailyStake, today } = limits
  const nowMs = Date.now()
  if (coolOffUntil && Date.parse(coolOffUntil) > nowMs) {
    return {
      title: 'You are on a break',
      reason: `Until ${formatTime(coolOffUntil)}. Your coins are safe.`,
    }
  }
  const isUsedUp =
    today.staked >= (dailyStake ?? Number.POSITIVE_INFINITY) ||
    today.lost >= (dailyLoss ?? Number.POSITIVE_INFINITY)
  if (!isUsedUp) return undefined
  const tomorrow = new Date((dayNumber(nowMs) + 1) * DAY_MS).toISOString()
  return {
    title: 'Your limit for today is reached',
    reason: `A new day begins on ${formatTime(tomorrow)}. Your coins are safe.`,
  }
}
