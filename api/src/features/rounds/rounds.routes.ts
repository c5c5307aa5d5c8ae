import { Router } from 'express'
import { repeatableRequest } from '../../platform/http/idempotency-key.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { setReceipt } from '../../platform/http/receipt-header.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'
import type { RoundsService } from './rounds.service.ts'

/** Who only looks waits where they don't keep bets waiting. */
type Guards = 'requirePlayer' | 'requireBettor'

export function roundsRoutes(
  rounds: RoundsService,
  { requirePlayer, requireBettor }: Record<Guards, RequirePlayer>,
): Router {
  const router = Router()

  for (const game of rounds.currentGames) {
    for (const { path, body } of game.requests) {
      router.post(`/games/${path}`, requireBettor, async (req, res) => {
        const ask = parseRequest(body, req.body ?? {})
        const userId = playerOf(res)
        const request = repeatableRequest(req, { userId, body: ask })
        const played = await rounds.play({ userId, game, ask, request })
        setReceipt(res, played.receipt)
        sendJsonText(res, played.text)
      })
    }
    if (game.choices) {
      router.get(`/games/${game.path}`, requirePlayer, async (_req, res) => {
        res.json(await rounds.openRound(playerOf(res), game))
      })
    }
  }

  // Beside the games' paths: a game may be called anything.
  router.get('/rounds/open', requirePlayer, async (_req, res) => {
    res.json(await rounds.openRoundsOf(playerOf(res)))
  })

  return router
}
