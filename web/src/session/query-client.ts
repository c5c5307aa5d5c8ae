import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { userQueryKey } from './user-query.ts'

/**
 * Sends requests also while the browser reports being offline: bets are resent
 * for a minute, not delayed, and a local server needs no network.
 */
const networkMode = 'always'

/** Queries are only refetched if their own options say so. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended elsewhere: protected routes redirect to the login.
    if (error instanceof ApiError && error.code === 'signed_out') {
      client.setQueryData(userQueryKey, null)
    }
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode, retry: false },
    },
  })
  return client
}
