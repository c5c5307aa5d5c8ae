import { Router } from 'express'
import {
  operatorOutboxTransaction,
  operatorSweep,
  outboxQuery,
  sweepParams,
  sweepPlanRequest,
  sweepRequest,
} from '#core/schemas/operator/chain.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { Logger } from '../../platform/logger.ts'
import { numberIn, serveList } from './operator-list.ts'
import type { OutboxListService } from './outbox-list.service.ts'
import { type Allow, operatorOf } from './require-operator.ts'
import type { SweepCareService } from './sweep-care.service.ts'

type ChainDeps = {
  allow: Allow
  outboxList: OutboxListService
  sweepCare: SweepCareService
  log: Logger
}

/** Routes of what the house itself does on the chain. */
export function chainRoutes(deps: ChainDeps): Router {
  const { allow, outboxList, sweepCare } = deps
  const router = Router()

  serveList(router, deps, {
    path: 'outbox',
    name: 'transactions',
    query: outboxQuery,
    row: operatorOutboxTransaction,
    page: (query, { limit }) => outboxList.page(query, limit),
    cursor: 'id',
  })

  serveList(router, deps, {
    path: 'sweeps',
    name: 'sweeps',
    query: operatorPageQuery,
    row: operatorSweep,
    page: ({ before }, { limit }) => sweepCare.page(numberIn(before), limit),
    cursor: 'id',
  })

  router.get('/operator/sweeps/:id', allow('read'), async (req, res) => {
    const { id } = parseRequest(sweepParams, req.params)
    res.json(await sweepCare.details(Number(id)))
  })

  router.post('/operator/sweeps/plan', allow('sweep'), async (req, res) => {
    const asked = parseRequest(sweepPlanRequest, req.body ?? {})
    res.json(await sweepCare.plan(asked))
  })

  router.post('/operator/sweeps', allow('sweep'), async (req, res) => {
    const { reason, ...what } = parseRequest(sweepRequest, req.body)
    const asked = { actor: operatorOf(res), reason }
    res.status(201).json(await sweepCare.start(asked, what))
  })

  return router
}
