import { Router } from 'express'
import { gamesQuery, placeSportsBetRequest } from '#core/schemas/sports.ts'
import { repeatableRequest } from '../../platform/http/idempotency-key.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { type Guards, playerOf } from '../../platform/http/player.ts'
import { setReceipt } from '../../platform/http/receipt-header.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'
import type { SportsBetsService } from './sports-bets.service.ts'
import type { SportsGamesService } from './sports-games.service.ts'

export function sportsRoutes(
  { games, bets }: { games: SportsGamesService; bets: SportsBetsService },
  { requirePlayer }: Guards,
): Router {
  const router = Router()

  router.get('/sports/games', async (req, res) => {
    parseRequest(gamesQuery, req.query)
    sendJsonText(res, await games.list())
  })

  router.get('/sports/season', async (_req, res) => {
    res.json(await games.season())
  })

  router.get('/sports/bets', requirePlayer, async (_req, res) => {
    res.json(await bets.ofPlayer(playerOf(res)))
  })

  router.post('/sports/place-bet', requirePlayer, async (req, res) => {
    const ask = parseRequest(placeSportsBetRequest, req.body ?? {})
    const userId = playerOf(res)
    const request = repeatableRequest(req, { userId, body: ask })
    const { text, receipt } = await bets.place({ userId, ask, request })
    setReceipt(res, receipt)
    sendJsonText(res, text)
  })

  return router
}
