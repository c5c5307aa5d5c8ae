import { useQuery } from '@tanstack/react-query'
import type { SportsBet } from '#core/api/sports.ts'
import { pollMs } from '../session/refresh.ts'
import { sportsBetsQuery } from './sports-api.ts'

export interface OwnBets {
  data: SportsBet[] | undefined
  isError: boolean
  refetch: () => unknown
}

/** A player's bets, asked for as often as the place wants, and when pushes may have been missed. */
export function useOwnBets(
  player: string | undefined,
  place: 'screen' | 'drawer',
): OwnBets {
  // Read here, since only what is read renders anew: the list may come later.
  const { data, isError, refetch } = useQuery({
    ...sportsBetsQuery(player),
    refetchInterval:
      place === 'drawer' ? pollMs.sportsBetsDrawer : pollMs.sportsBets,
  })
  return { data, isError, refetch }
}
