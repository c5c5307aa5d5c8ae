import { listOperatorRaces } from '#core/api/operator/races.ts'
import * as api from '#core/api/operator/sports.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { OperatorActions } from './operator-actions.service.ts'
import { createServeList } from './operator-list.ts'
import type { OperatorViews } from './operator-views.service.ts'
import { by } from './require-operator.ts'

/** Mounts races, sports games and the bets on them. */
export function mountSports(
  serve: Serve,
  { actions, views }: { actions: OperatorActions; views: OperatorViews },
): void {
  const { races, sports } = views
  const serveList = createServeList(serve)

  serveList(listOperatorRaces, 'races', {
    page: races.page,
    cursor: 'number',
  })
  serve(api.readSportsFeed, () => sports.feedState())
  serveList(api.listSportsGames, 'games', { page: sports.games })
  serveList(api.listGameBets, 'bets', {
    page: (query, limit, { params }) => sports.bets(params.id, query, limit),
  })
  serve(api.voidGame, async (call) =>
    shownGame(await actions.voidGame(by(call), call.params.id)),
  )
  serve(api.correctScore, async (call) => {
    const { body, params } = call
    return shownGame(await actions.correctScore(by(call), params.id, body))
  })
}

type DecidedGame = Awaited<ReturnType<OperatorActions['voidGame']>>

function shownGame(game: DecidedGame) {
  const { awayScore, awayTeam, homeScore, homeTeam, id, status } = game
  return { id, homeTeam, awayTeam, status, homeScore, awayScore }
}
