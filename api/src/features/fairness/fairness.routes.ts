import { type Request, type Response, Router } from 'express'
import { clientSeedRequest, commitmentsQuery } from '#core/schemas/fairness.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { FairnessService } from './fairness.service.ts'

/** Every change is kept for good, for rounds are proven by it. */
const CHANGES = {
  limit: 60,
  windowMs: 60_000,
  refusal: 'Too many changes of the client seed. Try again in a minute.',
  keyOf: (_req: Request, res: Response) => playerOf(res),
}

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

  router.put(
    '/fairness/client-seed',
    limitRequests(CHANGES),
    async (req, res) => {
      const request = parseRequest(clientSeedRequest, req.body)
      await fairness.setClientSeed(playerOf(res), request)
      res.json(await fairness.state(playerOf(res)))
    },
  )

  return router
}
