import { queryOptions } from '@tanstack/react-query'
import { readGameFigures } from '#core/api/operator/games.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import { pollMs } from '../../session/refresh.ts'
import { operatorQuery } from '../operator-api.ts'

/** Polled in background tabs, too: their titles count alarms. */
export const overviewQuery = queryOptions({
  ...operatorQuery(readOverview),
  refetchInterval: pollMs.operatorOverview,
  refetchIntervalInBackground: true,
})

export const gamesQuery = queryOptions({
  ...operatorQuery(readGameFigures),
  refetchInterval: pollMs.operatorGames,
})
