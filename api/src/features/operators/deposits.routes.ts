import { Router } from 'express'
import {
  depositDecisionRequest,
  depositParams,
  operatorDeposit,
  operatorDepositsQuery,
  unattributedQuery,
} from '#core/schemas/operator/deposits.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositListService } from '../deposits/deposit-list.service.ts'
import type { DepositCareService } from './deposit-care.service.ts'
import { serveList } from './operator-list.ts'
import { type Allow, operatorOf } from './require-operator.ts'

type DepositsDeps = {
  allow: Allow
  care: DepositCareService
  deposits: DepositListService
  log: Logger
}

/** Payments to players' wallets. */
export function depositsRoutes(deps: DepositsDeps): Router {
  const router = Router()
  read(router, deps)
  act(router, deps)
  return router
}

function read(router: Router, deps: DepositsDeps): void {
  const { allow, care, deposits } = deps

  serveList(router, deps, {
    path: 'deposits',
    name: 'deposits',
    query: operatorDepositsQuery,
    row: operatorDeposit,
    page: (query, { limit }) => deposits.page(query, limit),
    cursor: 'id',
  })

  serveList(router, deps, {
    path: 'unattributed',
    name: 'deposits',
    query: unattributedQuery,
    row: operatorDeposit,
    page: (query, { limit }) => deposits.unattributed(query, limit),
    cursor: 'id',
    beside: async () => ({ gaps: await deposits.gaps() }),
  })

  router.get('/operator/deposits/:id', allow('read'), async (req, res) => {
    const { id } = parseRequest(depositParams, req.params)
    res.json(await care.details(id))
  })
}

function act(router: Router, deps: DepositsDeps): void {
  const { allow, care } = deps

  router.post(
    '/operator/deposits/:id/recheck',
    allow('deposits'),
    async (req, res) => {
      const { id } = parseRequest(depositParams, req.params)
      const { reason } = parseRequest(reasonRequest, req.body)
      res.json(await care.recheck({ actor: operatorOf(res), reason }, id))
    },
  )

  router.post(
    '/operator/deposits/:id/decide',
    allow('deposits'),
    async (req, res) => {
      const { id } = parseRequest(depositParams, req.params)
      const { decision, reason } = parseRequest(
        depositDecisionRequest,
        req.body,
      )
      const asked = { actor: operatorOf(res), reason }
      res.json(await care.decide(asked, id, decision))
    },
  )
}
