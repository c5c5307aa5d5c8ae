import { Router } from 'express'
import * as z from 'zod/mini'
import { currentGames } from '#core/games/registry.ts'
import { requestKeyOf } from '../../platform/http/idempotency-key.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'
import { type RoundsService, roundNotFound } from './rounds.service.ts'

const roundId = z.uuid()

export function roundsRoutes(
  rounds: RoundsService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  for (const game of currentGames) {
    router.post(`/games/${game.path}`, requirePlayer, async (req, res) => {
      const bet = parseRequest(game.bet, req.body)
      const userId = playerOf(res)
      const request = requestKeyOf(req, bet)
      sendJsonText(res, await rounds.play({ userId, game, bet, request }))
    })
  }

  router.get('/verify/:id', async (req, res) => {
    const id = roundId.safeParse(req.params.id)
    if (!id.success) {
      throw roundNotFound()
    }
    res.json(await rounds.record(id.data))
  })

  return router
}
