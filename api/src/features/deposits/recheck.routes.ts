import { type Request, type Response, Router } from 'express'
import { DomainError } from '#core/errors.ts'
import { type RecheckAnswer, recheckRequest } from '#core/schemas/wallet.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { SWITCHED_OFF } from '../deposit-chain/deposit-chain.feature.ts'
import type { DepositRecheck } from './deposit-recheck.service.ts'

/** Each asks the chain a handful of questions. */
const LIMIT = {
  limit: 10,
  windowMs: 60_000,
  refusal: 'Too many checks at once. Try again in a minute.',
}

/** However many accounts they have: a node of ours is shared by everybody. */
const NETWORK_LIMIT = {
  limit: 60,
  windowMs: 60_000,
  refusal: 'Too many checks from here at once. Try again in a minute.',
}

/** @param recheck undefined where there is no chain. */
export function recheckRoutes(
  recheck: DepositRecheck | undefined,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  const limited = [
    limitRequests(NETWORK_LIMIT),
    limitRequests({ ...LIMIT, keyOf: (_req, res) => playerOf(res) }),
  ]
  router.post(
    '/wallet/recheck',
    requirePlayer,
    limited,
    async (req: Request, res: Response) => {
      const { txHash } = parseRequest(recheckRequest, req.body)
      if (!recheck) throw new DomainError('unavailable', SWITCHED_OFF)
      const answer = await recheck.recheck(playerOf(res), txHash)
      res.json(answer satisfies RecheckAnswer)
    },
  )
  return router
}
