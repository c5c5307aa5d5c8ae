import { Router } from 'express'
import {
  operatorRace,
  operatorRacesQuery,
} from '#core/schemas/operator/races.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import {
  gameBetsQuery,
  gameParams,
  operatorSportsBet,
  operatorSportsGame,
  scoreRequest,
  sportsGamesQuery,
} from '#core/schemas/operator/sports.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { Logger } from '../../platform/logger.ts'
import type { RaceListService } from '../races/race-list.service.ts'
import type { SportsListService } from '../sports/sports-list.service.ts'
import type { OperatorActionsService } from './operator-actions.service.ts'
import { serveList } from './operator-list.ts'
import { type Allow, operatorOf } from './require-operator.ts'

type BetsDeps = {
  allow: Allow
  actions: OperatorActionsService
  races: RaceListService
  sports: SportsListService
  log: Logger
}

/** Routes of what is bet on beside the games: races and basketball. */
export function betsRoutes(deps: BetsDeps): Router {
  const router = Router()
  read(router, deps)
  act(router, deps)
  return router
}

function read(router: Router, deps: BetsDeps): void {
  const { allow, races, sports } = deps

  serveList(router, deps, {
    path: 'races',
    name: 'races',
    query: operatorRacesQuery,
    row: operatorRace,
    page: (query, { limit }) => races.page(query, limit),
    cursor: 'number',
  })

  router.get('/operator/sports/feed', allow('read'), async (_req, res) => {
    res.json(await sports.feedState())
  })

  serveList(router, deps, {
    path: 'sports/games',
    name: 'games',
    query: sportsGamesQuery,
    row: operatorSportsGame,
    page: (query, { limit }) => sports.games(query, limit),
    cursor: 'id',
  })

  serveList(router, deps, {
    path: 'sports/games/:id/bets',
    name: 'bets',
    query: gameBetsQuery,
    row: operatorSportsBet,
    page: (query, { limit, req }) => {
      const { id } = parseRequest(gameParams, req.params)
      return sports.bets(id, query, limit)
    },
    cursor: 'id',
  })
}

function act(router: Router, deps: BetsDeps): void {
  const { allow, actions } = deps

  router.post(
    '/operator/sports/games/:id/void',
    allow('sports'),
    async (req, res) => {
      const { id } = parseRequest(gameParams, req.params)
      const { reason } = parseRequest(reasonRequest, req.body)
      const asked = { actor: operatorOf(res), reason }
      res.json(shownGame(await actions.voidGame(asked, id)))
    },
  )

  router.post(
    '/operator/sports/games/:id/correct',
    allow('sports'),
    async (req, res) => {
      const { id } = parseRequest(gameParams, req.params)
      const { reason, ...score } = parseRequest(scoreRequest, req.body)
      const asked = { actor: operatorOf(res), reason }
      res.json(shownGame(await actions.correctScore(asked, id, score)))
    },
  )
}

function shownGame(
  game: Awaited<ReturnType<OperatorActionsService['voidGame']>>,
) {
  const { id, homeTeam, awayTeam, status, homeScore, awayScore } = game
  return { id, homeTeam, awayTeam, status, homeScore, awayScore }
}
