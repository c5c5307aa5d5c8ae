import { type Request, type Response, Router } from 'express'
import { type FaucetAnswer, faucetRequest } from '#core/schemas/wallet.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { FaucetService } from './faucet.service.ts'

const LIMIT = {
  limit: 5,
  windowMs: 600_000,
  refusal: 'The faucet gives five times in ten minutes. Try again later.',
}

/** However many accounts they have. */
const NETWORK_LIMIT = {
  limit: 60,
  windowMs: 600_000,
  refusal: 'The faucet was asked too often from here. Try again later.',
}

export function faucetRoutes(
  faucet: FaucetService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  const limited = [
    limitRequests(NETWORK_LIMIT),
    limitRequests({ ...LIMIT, keyOf: (_req, res) => playerOf(res) }),
  ]
  router.post(
    '/wallet/faucet',
    requirePlayer,
    limited,
    async (req: Request, res: Response) => {
      const { address } = parseRequest(faucetRequest, req.body)
      const gifts = await faucet.give(address)
      res.status(202).json({ gifts } satisfies FaucetAnswer)
    },
  )
  return router
}
