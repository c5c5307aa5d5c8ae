import { Router } from 'express'
import { clientSeedRequest, commitmentsQuery } from '#core/schemas/fairness.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { FairnessService } from './fairness.service.ts'

export function fairnessRoutes(
  fairness: FairnessService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  router.use('/fairness', requirePlayer)

  router.get('/fairness', async (_req, res) => {
    res.json(await fairness.state(playerOf(res)))
  })

  router.get('/fairness/commitments', async (req, res) => {
    const { epoch } = parseRequest(commitmentsQuery, req.query)
    res.json(await fairness.commitments(playerOf(res), Number(epoch)))
  })

  router.put('/fairness/client-seed', async (req, res) => {
    const request = parseRequest(clientSeedRequest, req.body)
    await fairness.setClientSeed(playerOf(res), request)
    res.json(await fairness.state(playerOf(res)))
  })

  return router
}
