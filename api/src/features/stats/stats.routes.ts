import { Router } from 'express'
import { sendJsonText } from '../../platform/http/send-json.ts'
import type { StatsService } from './stats.service.ts'

export function statsRoutes(stats: StatsService): Router {
  const router = Router()

  router.get('/casino-stats', async (_req, res) => {
    sendJsonText(res, JSON.stringify(await stats.current()))
  })

  router.get('/house-balance', async (_req, res) => {
    const { jackpot } = await stats.current()
    sendJsonText(res, JSON.stringify({ jackpot }))
  })

  return router
}
