import { Router } from 'express'
import { placeRaceBetRequest } from '#core/schemas/race.ts'
import { repeatableRequest } from '../../platform/http/idempotency-key.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { type Guards, playerOf, visitorOf } from '../../platform/http/player.ts'
import { setReceipt } from '../../platform/http/receipt-header.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'
import type { RacesService } from './races.service.ts'

export function racesRoutes(
  races: RacesService,
  { admitVisitors, requireBettor }: Guards,
): Router {
  const router = Router()

  router.get('/races/state', (_req, res) => {
    res.json(races.state())
  })

  // Everybody asks once a second, visitors too: there is nothing to refuse.
  router.get('/races/current-bets', admitVisitors, async (_req, res) => {
    const userId = visitorOf(res)
    const bets = userId ? await races.currentBets(userId) : []
    sendJsonText(res, JSON.stringify(bets))
  })

  router.post('/races/place-bet', requireBettor, async (req, res) => {
    const bet = parseRequest(placeRaceBetRequest, req.body)
    const userId = playerOf(res)
    const request = repeatableRequest(req, { userId, body: bet })
    const { answer, receipt } = await races.place({ userId, bet, request })
    setReceipt(res, receipt)
    sendJsonText(res, JSON.stringify(answer))
  })

  return router
}
