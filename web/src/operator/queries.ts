import { queryOptions } from '@tanstack/react-query'
import { readGameFigures } from '#core/api/operator/games.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import { type CallArguments, type Callable, call } from '../lib/call.ts'

/** First part of each query’s key; an action refreshes them all by it. */
export const OPERATOR_KEY = 'operator'

/** Calls an endpoint on each visit and every few seconds. */
export function operatorQuery<E extends Callable>(
  endpoint: E,
  ...options: CallArguments<E>
) {
  return queryOptions({
    queryKey: [OPERATOR_KEY, endpoint.path, ...options],
    queryFn: () => call(endpoint, ...options),
    refetchInterval: 5_000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

/** Polled in background tabs, too: their titles count alarms. */
export const overviewQuery = queryOptions({
  ...operatorQuery(readOverview),
  refetchInterval: 2_000,
  refetchIntervalInBackground: true,
})

export const gamesQuery = queryOptions({
  ...operatorQuery(readGameFigures),
  refetchInterval: 10_000,
})
