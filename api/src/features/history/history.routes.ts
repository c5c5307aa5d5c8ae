import { Router } from 'express'
import type { GameRegistry } from '#core/games/registry.ts'
import {
  exportQueryIn,
  summaryQueryIn,
  transactionsQueryIn,
} from '#core/schemas/transactions-query.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { Logger } from '../../platform/logger.ts'
import type { PlayerHistoryService } from './player-history.service.ts'
import { transactionsCsv } from './transactions-csv.service.ts'

/** Each one reads a history as a whole. */
const EXPORTS = {
  limit: 20,
  windowMs: 10 * 60 * 1_000,
  refusal: 'Too many files at once. Try again in some minutes.',
}

export function historyRoutes(deps: {
  history: PlayerHistoryService
  games: GameRegistry
  requirePlayer: RequirePlayer
  log: Logger
}): Router {
  const { history, games, requirePlayer, log } = deps
  const router = Router()
  const transactionsQuery = transactionsQueryIn(games)
  const summaryQuery = summaryQueryIn(games)
  const exportQuery = exportQueryIn(games)
  const limited = limitRequests({
    ...EXPORTS,
    keyOf: (_req, res) => playerOf(res),
  })

  router.get('/transactions', requirePlayer, async (req, res) => {
    const query = parseRequest(transactionsQuery, req.query)
    res.json(await history.page(playerOf(res), query))
  })

  router.get('/transactions/summary', requirePlayer, async (req, res) => {
    const query = parseRequest(summaryQuery, req.query)
    res.json(await history.summary(playerOf(res), query))
  })

  router.get(
    '/transactions/export',
    requirePlayer,
    limited,
    async (req, res) => {
      const query = parseRequest(exportQuery, req.query)
      const pieces = transactionsCsv(history.all(playerOf(res), query))
      const type = 'text/csv; charset=utf-8'
      await sendFile(res, { name: 'history.csv', type, pieces }, log)
    },
  )

  return router
}
