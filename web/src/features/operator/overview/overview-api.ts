import { queryOptions } from '@tanstack/react-query'
import { operatorGames } from '#core/api/operator/games.ts'
import { operatorOverview } from '#core/api/operator/overview.ts'
import { operatorSeries } from '#core/api/operator/series.ts'
import { operatorQuery } from '../operator-api.ts'

const OVERVIEW_POLL_MS = 2_000
const GAMES_POLL_MS = 10_000
/** A sample a minute. */
const SERIES_POLL_MS = 60_000

/** Asked for in tabs behind others, too: their names tell of alarms. */
export function overviewQuery() {
  return queryOptions({
    ...operatorQuery('overview', operatorOverview, OVERVIEW_POLL_MS),
    refetchIntervalInBackground: true,
  })
}

export function gamesQuery() {
  return operatorQuery('games', operatorGames, GAMES_POLL_MS)
}

export function seriesQueryOf(hours: string) {
  const path = `series?hours=${hours}`
  return operatorQuery(path, operatorSeries, SERIES_POLL_MS)
}
