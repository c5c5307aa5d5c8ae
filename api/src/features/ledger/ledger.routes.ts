import { Router } from 'express'
import type { GameRegistry } from '#core/games/registry.ts'
import { transactionsQueryIn } from '#core/schemas/transactions-query.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { HistoryService } from './history.service.ts'

export function ledgerRoutes(
  history: HistoryService,
  games: GameRegistry,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  const transactionsQuery = transactionsQueryIn(games)

  router.get('/transactions', requirePlayer, async (req, res) => {
    const query = parseRequest(transactionsQuery, req.query)
    res.json(await history.page(playerOf(res), query))
  })

  return router
}
