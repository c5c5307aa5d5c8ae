import { Router } from 'express'
import { coolOffRequest, dailyLimitsRequest } from '#core/schemas/limits.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { LimitsService } from './limits.service.ts'

export function limitsRoutes(
  limits: LimitsService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  router.use('/limits', requirePlayer)

  router.get('/limits', async (_req, res) => {
    res.json(await limits.of(playerOf(res)))
  })

  router.put('/limits', async (req, res) => {
    const wanted = parseRequest(dailyLimitsRequest, req.body)
    res.json(await limits.setDaily(playerOf(res), wanted))
  })

  router.post('/limits/cool-off', async (req, res) => {
    const { minutes } = parseRequest(coolOffRequest, req.body)
    res.json(await limits.coolOff(playerOf(res), minutes))
  })

  return router
}
