import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../lib/call.ts'
import { userQueryKey } from '../session/user-query.ts'
import { overviewQuery } from './overview/overview-api.ts'

/** Asks anew who is signed in when the API refuses: the page is theirs no more. */
export function useEndedRole(): void {
  const queryClient = useQueryClient()
  const { error } = useQuery(overviewQuery)
  const isRefused = error instanceof ApiError && error.code === 'forbidden'
  useEffect(() => {
    if (isRefused) {
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
    }
  }, [isRefused, queryClient])
}
