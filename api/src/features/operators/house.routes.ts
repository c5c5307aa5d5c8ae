import { Router } from 'express'
import { shownAnchor } from '#core/api/anchors.ts'
import {
  operatorAction,
  operatorActionsQuery,
} from '#core/schemas/operator/actions.ts'
import { topUpRequest } from '#core/schemas/operator/house.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import { pauseRequest, resumeRequest } from '#core/schemas/operator/pauses.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import { houseSample, seriesQuery } from '#core/schemas/operator/series.ts'
import { siteRequest } from '#core/api/site.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { GameReturnsService } from '../returns/game-returns.service.ts'
import type { HouseSamplesService } from './house-samples.service.ts'
import type { LedgerAuditsService } from './ledger-audits.service.ts'
import type { OperatorActionsService } from './operator-actions.service.ts'
import { numberIn, serveList } from './operator-list.ts'
import type { OperatorLog } from './operator-log.service.ts'
import type { OperatorOverviewService } from './operator-overview.service.ts'
import { type Allow, operatorOf } from './require-operator.ts'
import type { RestoreCareService } from './restore-care.service.ts'
import type { SiteCareService } from './site-care.service.ts'

/** Each reads the whole ledger. */
const AUDITS = {
  limit: 6,
  windowMs: 60_000,
  refusal: 'Too many audits at once. Try again in a minute.',
}
const SERIES_HOURS = '6'

type HouseDeps = {
  allow: Allow
  actions: OperatorActionsService
  anchors: Pick<AnchorsService, 'list'>
  audits: LedgerAuditsService
  operatorLog: OperatorLog
  overview: OperatorOverviewService
  pauses: Pick<PausesService, 'follow' | 'current'>
  restoreCare: RestoreCareService
  siteCare: SiteCareService
  returns: Pick<GameReturnsService, 'figures'>
  samples: Pick<HouseSamplesService, 'lastHours'>
  log: Logger
}

/** The house as a whole. */
export function houseRoutes(deps: HouseDeps): Router {
  const router = Router()
  readNow(router, deps)
  readLists(router, deps)
  act(router, deps)
  return router
}

function readNow(router: Router, deps: HouseDeps): void {
  const { allow, audits, overview, pauses, returns, siteCare } = deps

  router.get('/operator/overview', allow('read'), async (_req, res) => {
    res.json(await overview.read())
  })

  router.get('/operator/games', allow('read'), async (_req, res) => {
    res.json(await returns.figures())
  })

  router.get('/operator/pauses', allow('read'), (_req, res) => {
    res.json({ paused: pauses.current() })
  })

  router.get('/operator/ledger-audit', allow('read'), async (_req, res) => {
    res.json({ audit: (await audits.last()) ?? null })
  })

  router.get('/operator/site', allow('read'), (_req, res) => {
    res.json({ settings: siteCare.settings() })
  })
}

function readLists(router: Router, deps: HouseDeps): void {
  const { anchors, operatorLog, samples } = deps

  serveList(router, deps, {
    path: 'series',
    name: 'samples',
    query: seriesQuery,
    row: houseSample,
    page: ({ hours = SERIES_HOURS }) => samples.lastHours(Number(hours)),
    isWhole: true,
    cursor: 'at',
  })

  serveList(router, deps, {
    path: 'audit-log',
    name: 'actions',
    query: operatorActionsQuery,
    row: operatorAction,
    page: (query, { limit }) => operatorLog.page(query, limit),
    cursor: 'id',
  })

  serveList(router, deps, {
    path: 'anchors',
    name: 'anchors',
    query: operatorPageQuery,
    row: shownAnchor,
    page: ({ before }, { limit }) =>
      anchors.list({ before: numberIn(before), limit }),
    cursor: 'id',
  })
}

function act(router: Router, deps: HouseDeps): void {
  const { allow, actions, audits, overview, pauses } = deps
  const { restoreCare, siteCare } = deps

  const limited = limitRequests(AUDITS)
  router.post(
    '/operator/ledger-audit',
    allow('house'),
    limited,
    async (req, res) => {
      parseRequest(noBody, req.body)
      res.json(await audits.run())
    },
  )

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

  router.post('/operator/house/top-up', allow('house'), async (req, res) => {
    const { coins, reason } = parseRequest(topUpRequest, req.body)
    await actions.topUp({ actor: operatorOf(res), reason }, coins)
    res.json(await overview.bankroll())
  })

  router.post('/operator/restores', allow('house'), async (req, res) => {
    const { reason } = parseRequest(reasonRequest, req.body)
    res.json(await restoreCare.settle({ actor: operatorOf(res), reason }))
  })

  router.post('/operator/site', allow('house'), async (req, res) => {
    const { reason, ...texts } = parseRequest(siteRequest, req.body)
    await siteCare.change({ actor: operatorOf(res), reason }, texts)
    res.json({ settings: siteCare.settings() })
  })
}
