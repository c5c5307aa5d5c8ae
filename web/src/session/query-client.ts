import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { userQueryKey } from './user-query.ts'

/**
 * Sends requests also while the browser reports being offline: bets are resent
 * for a minute, not held back, and a local server needs no network.
 */
const networkMode = 'always'

/** Queries are never refetched unless they say so themselves. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended elsewhere: the protected routes lead to the login page.
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
