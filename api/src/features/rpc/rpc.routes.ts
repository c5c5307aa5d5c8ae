import { type Request, type Response, Router } from 'express'
import { rpcRequest } from '#core/schemas/rpc.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { RpcService } from './rpc.service.ts'

/** A page that waits for a payment asks twice a second. */
const LIMIT = {
  limit: 600,
  windowMs: 60_000,
  refusal: 'Too many questions to the chain at once. Try again in a minute.',
}

/** A node runs a contract's code for these. */
const CALLS = {
  limit: 120,
  windowMs: 60_000,
  refusal: 'Too many calls to contracts at once. Try again in a minute.',
  skip: ({ body }: Request) => !RUNS_CODE.has(body?.method),
}
const RUNS_CODE: ReadonlySet<unknown> = new Set(['eth_call', 'eth_estimateGas'])

export function rpcRoutes(rpc: RpcService): Router {
  const router = Router()
  const limits = [limitRequests(LIMIT), limitRequests(CALLS)]
  router.post('/rpc', limits, async (req: Request, res: Response) => {
    const question = parseRequest(rpcRequest, req.body)
    res.json(await rpc.answer(question, networkOf(req.ip)))
  })
  return router
}
