import { Router } from 'express'
import { closedDaysQuery, confirmedDepositsQuery } from '#core/schemas/audit.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { AuditService } from './audit.service.ts'

export function auditRoutes(
  audit: AuditService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  router.get('/audit', async (_req, res) => {
    res.json(await audit.current())
  })

  router.get('/audit/days', async (req, res) => {
    const { before } = parseRequest(closedDaysQuery, req.query)
    const days = await audit.days(before ? Number(before) : undefined)
    res.json({ days })
  })

  router.get('/audit/deposits', async (req, res) => {
    const { before } = parseRequest(confirmedDepositsQuery, req.query)
    res.json({ deposits: await audit.deposits(before) })
  })

  router.get('/audit/liabilities/mine', requirePlayer, async (_req, res) => {
    res.json({ proof: (await audit.proofFor(playerOf(res))) ?? null })
  })

  return router
}
