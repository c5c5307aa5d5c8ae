import { useQuery } from '@tanstack/react-query'
import { useNews } from '../../lib/socket-provider.tsx'
import { BETS_POLL_MS, sportsBetsQuery } from './sports-api.ts'

/** A player's bets, asked for as often as the place wants, and when pushes may have been missed. */
export function useOwnBets(
  player: string | undefined,
  place: keyof typeof BETS_POLL_MS,
) {
  const refetchInterval = BETS_POLL_MS[place]
  const bets = useQuery({ ...sportsBetsQuery(player), refetchInterval })
  useNews(({ type }) => {
    if (type === 'opened') void bets.refetch()
  })
  return bets
}
