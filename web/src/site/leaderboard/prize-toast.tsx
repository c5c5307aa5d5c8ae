import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readParticipation } from '#core/api/leaderboard.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { call } from '../../lib/call.ts'
import { coinsText } from '../../lib/format.ts'
import { browserStorage } from '../../lib/key-value-storage.ts'
import { toast } from '../../lib/toast.ts'
import { useAuth } from '../../session/auth.tsx'

const SHOWN = 'prize-told'

/** Toasts the week's prize to its winner, once per browser. */
export function PrizeToast() {
  const player = useAuth().user?.id
  const { data } = useQuery({
    ...participationQuery(player ?? ''),
    enabled: player !== undefined,
    refetchInterval: 10 * MINUTE_MS,
  })
  const prize = data?.prize
  useEffect(() => {
    if (!(player && prize)) return
    const storage = browserStorage('localStorage')
    const shown = `${player} ${prize.week}`
    if (storage.getItem(SHOWN) === shown) return
    storage.setItem(SHOWN, shown)
    toast({
      title: `You won ${coinsText(prize.coins)}!`,
      description: `Place ${prize.place} on last week’s leaderboard. The coins are already in your balance.`,
    })
  }, [player, prize])
  return null
}

/** The player's visibility, current week and last prize. */
export function participationQuery(player: string) {
  return queryOptions({
    queryKey: [readParticipation.path, player],
    queryFn: () => call(readParticipation),
    refetchInterval: 10_000,
    refetchOnMount: 'always',
  })
}
