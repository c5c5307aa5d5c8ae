import { queryOptions } from '@tanstack/react-query'
import { readGameFigures } from '#core/api/operator/games.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import { operatorQuery } from '../operator-api.ts'

const OVERVIEW_POLL_MS = 2_000
const GAMES_POLL_MS = 10_000

/** Polled in background tabs, too: their titles count alarms. */
export const overviewQuery = queryOptions({
  ...operatorQuery(readOverview),
  refetchInterval: OVERVIEW_POLL_MS,
  refetchIntervalInBackground: true,
})

export const gamesQuery = queryOptions({
  ...operatorQuery(readGameFigures),
  refetchInterval: GAMES_POLL_MS,
})
