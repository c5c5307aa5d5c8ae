import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { coinsText } from '../../lib/format.ts'
import { browserStorage } from '../../lib/key-value-storage.ts'
import { useToast } from '../../lib/toast.ts'
import { useAuth } from '../../session/auth.tsx'
import { pollMs } from '../../session/refresh.ts'
import { participationQuery } from './leaderboard-api.ts'

const TOLD = 'prize-told'

/** Shows a winner the week's prize, once in each browser. */
export function PrizeNews() {
  const player = useAuth().user?.id
  const { toast } = useToast()
  const { data } = useQuery({
    ...participationQuery(player ?? ''),
    enabled: player !== undefined,
    refetchInterval: pollMs.prize,
  })
  const prize = data?.prize
  useEffect(() => {
    const storage = browserStorage('localStorage')
    if (!(player && prize)) return
    const told = `${player} ${prize.week}`
    if (storage.getItem(TOLD) === told) return
    storage.setItem(TOLD, told)
    toast({
      title: `You won ${coinsText(prize.coins)}!`,
      description: `Place ${prize.place} on last week’s leaderboard. The coins are yours already.`,
    })
  }, [player, prize, toast])
  return null
}
