import { Router } from 'express'
import { participationRequest } from '#core/schemas/leaderboard.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { LeaderboardService } from './leaderboard.service.ts'

const PARTICIPATION = '/leaderboard/participation'

export function leaderboardRoutes(
  leaderboard: LeaderboardService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  router.get('/leaderboard', async (_req, res) => {
    res.json(await leaderboard.current())
  })

  router.get(PARTICIPATION, requirePlayer, async (_req, res) => {
    res.json(await leaderboard.participationOf(playerOf(res)))
  })

  router.put(PARTICIPATION, requirePlayer, async (req, res) => {
    const { isShown } = parseRequest(participationRequest, req.body)
    res.json(await leaderboard.setShown(playerOf(res), isShown))
  })

  return router
}
