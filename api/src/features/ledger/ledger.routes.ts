import { Router } from 'express'
import { transactionsQuery } from '#core/schemas/transaction.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { HistoryService } from './history.service.ts'

export function ledgerRoutes(
  history: HistoryService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  router.get('/transactions', requirePlayer, async (req, res) => {
    const query = parseRequest(transactionsQuery, req.query)
    res.json(await history.page(playerOf(res), query))
  })

  return router
}
