import { type RequestHandler, Router } from 'express'
import { DomainError } from '#core/errors.ts'
import { topUpRequest } from '#core/schemas/operator/house.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import { pauseRequest, resumeRequest } from '#core/schemas/operator/pauses.ts'
import { playerParams, playersQuery } from '#core/schemas/operator/players.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import type { OperatorScope } from '#core/schemas/operator/scopes.ts'
import { gameParams, scoreRequest } from '#core/schemas/operator/sports.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import type { AccountsService } from '../auth/accounts.service.ts'
import type { PlayerHistoryService } from '../history/player-history.service.ts'
import type { LimitsService } from '../limits/limits.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { LedgerAuditsService } from './ledger-audits.service.ts'
import type { OperatorActionsService } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'
import type { OperatorOverviewService } from './operator-overview.service.ts'
import { operatorOf } from './require-operator.ts'

/** Tokens can not be guessed; who tries many is stopped all the same. */
const REQUESTS = {
  limit: 1_200,
  windowMs: 60_000,
  refusal: 'Too many requests of operators at once. Try again in a minute.',
}
/** Each reads the whole ledger. */
const AUDITS = {
  limit: 6,
  windowMs: 60_000,
  refusal: 'Too many audits at once. Try again in a minute.',
}
const ANCHORS_AT_ONCE = 50

type OperatorRoutesDeps = {
  /** Makes a guard for who may do what a scope names. */
  allow: (scope: OperatorScope) => RequestHandler
  accounts: AccountsService
  actions: OperatorActionsService
  anchors: Pick<AnchorsService, 'list'>
  history: Pick<PlayerHistoryService, 'page'>
  limits: Pick<LimitsService, 'of'>
  log: OperatorLog
  overview: OperatorOverviewService
  pauses: Pick<PausesService, 'follow' | 'current'>
  sessions: Pick<SessionsService, 'listOf'>
  audits: LedgerAuditsService
}

export function operatorsRoutes(deps: OperatorRoutesDeps): Router {
  const router = Router()
  router.use('/operator', limitRequests(REQUESTS))
  readHouse(router, deps)
  readPlayers(router, deps)
  actOnHouse(router, deps)
  actOnPlayers(router, deps)
  return router
}

function readHouse(router: Router, deps: OperatorRoutesDeps): void {
  const { allow, anchors, audits, log, overview, pauses } = deps

  router.get('/operator/overview', allow('read'), async (_req, res) => {
    res.json(await overview.read())
  })

  router.get('/operator/pauses', allow('read'), (_req, res) => {
    res.json({ paused: pauses.current() })
  })

  router.get('/operator/audit-log', allow('read'), async (req, res) => {
    res.json({ actions: await log.page(beforeIn(req.query)) })
  })

  router.get('/operator/anchors', allow('read'), async (req, res) => {
    const before = beforeIn(req.query)
    res.json({
      anchors: await anchors.list({ before, limit: ANCHORS_AT_ONCE }),
    })
  })

  const limited = limitRequests(AUDITS)
  router.get(
    '/operator/ledger-audit',
    allow('read'),
    limited,
    async (_req, res) => {
      res.json(await audits.run())
    },
  )
}

function readPlayers(router: Router, deps: OperatorRoutesDeps): void {
  const { allow, accounts, history, limits, sessions } = deps

  router.get('/operator/players', allow('read'), async (req, res) => {
    const query = parseRequest(playersQuery, req.query)
    res.json({ players: await accounts.page(query) })
  })

  router.get('/operator/players/:id', allow('read'), async (req, res) => {
    const player = await found(accounts, req.params)
    const [limitsOf, signedIn] = await Promise.all([
      limits.of(player.id),
      sessions.listOf(player.id),
    ])
    res.json({
      player,
      limits: limitsOf,
      sessions: signedIn.map(({ expires }) => ({
        expiresAt: expires.toISOString(),
      })),
    })
  })

  router.get(
    '/operator/players/:id/transactions',
    allow('read'),
    async (req, res) => {
      const query = parseRequest(operatorPageQuery, req.query)
      const { id } = await found(accounts, req.params)
      res.json(await history.page(id, query))
    },
  )
}

function actOnHouse(router: Router, deps: OperatorRoutesDeps): void {
  const { allow, actions, pauses } = deps

  router.post('/operator/pauses', allow('pauses'), async (req, res) => {
    const asked = parseRequest(pauseRequest, req.body)
    const { gameType, notice, reason } = asked
    await actions.pause({ actor: operatorOf(res), reason }, gameType, notice)
    await pauses.follow()
    res.json({ paused: pauses.current() })
  })

  router.post('/operator/pauses/end', allow('pauses'), async (req, res) => {
    const { gameType, reason } = parseRequest(resumeRequest, req.body)
    await actions.resume({ actor: operatorOf(res), reason }, gameType)
    await pauses.follow()
    res.json({ paused: pauses.current() })
  })

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

  router.post('/operator/house/top-up', allow('house'), async (req, res) => {
    const { coins, reason } = parseRequest(topUpRequest, req.body)
    await actions.topUp({ actor: operatorOf(res), reason }, coins)
    res.json(await deps.overview.bankroll())
  })
}

function actOnPlayers(router: Router, deps: OperatorRoutesDeps): void {
  const { allow, accounts, actions } = deps

  for (const act of ['freeze', 'unfreeze'] as const) {
    router.post(
      `/operator/players/:id/${act}`,
      allow('players'),
      async (req, res) => {
        const { id } = parseRequest(playerParams, req.params)
        const { reason } = parseRequest(reasonRequest, req.body)
        await actions[act]({ actor: operatorOf(res), reason }, id)
        res.json(await found(accounts, { id }))
      },
    )
  }
}

async function found(accounts: AccountsService, params: unknown) {
  const { id } = parseRequest(playerParams, params)
  const player = await accounts.find(id)
  if (!player) throw new DomainError('not_found', 'There is no such player.')
  return player
}

function beforeIn(query: unknown): number | undefined {
  const { before } = parseRequest(operatorPageQuery, query)
  return before === undefined ? undefined : Number(before)
}

function shownGame(
  game: Awaited<ReturnType<OperatorActionsService['voidGame']>>,
) {
  const { id, homeTeam, awayTeam, status, homeScore, awayScore } = game
  return { id, homeTeam, awayTeam, status, homeScore, awayScore }
}
