import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { userQueryKey } from './user-query.ts'

/**
 * A browser that takes itself for offline must not hold a bet back for ever: it
 * is sent, and sent again for a minute. And a house on this very machine needs
 * no network.
 */
const networkMode = 'always'

/** Nothing is asked again unless a query says so itself. */
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
