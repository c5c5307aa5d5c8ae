import { useQuery } from '@tanstack/react-query'
import type { SportsBet } from '#core/api/sports.ts'
import { useNews } from '../session/socket-provider.tsx'
import { BETS_POLL_MS, sportsBetsQuery } from './sports-api.ts'

export interface OwnBets {
  data: SportsBet[] | undefined
  isError: boolean
  refetch: () => unknown
}

/** A player's bets, asked for as often as the place wants, and when pushes may have been missed. */
export function useOwnBets(
  player: string | undefined,
  place: keyof typeof BETS_POLL_MS,
): OwnBets {
  // Read here, since only what is read renders anew: the list may come later.
  const { data, isError, refetch } = useQuery({
    ...sportsBetsQuery(player),
    refetchInterval: BETS_POLL_MS[place],
  })
  useNews(({ type }) => {
    if (type === 'opened') void refetch()
  })
  return { data, isError, refetch }
}
