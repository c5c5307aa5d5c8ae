import type { Request } from 'express'
import { callNode } from '#core/api/rpc.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import type { Module } from '../../platform/platform.ts'
import { openRpcService, VISITORS_LIMITS } from './rpc.service.ts'

/** Methods that run contract code on the node. */
const CONTRACT_CALLS = {
  requests: 'calls to contracts',
  max: 120,
  windowMs: 60_000,
  per: 'network',
} as const
const RUNS_CODE: ReadonlySet<unknown> = new Set(['eth_call', 'eth_estimateGas'])
const runsNoCode = ({ body }: Request) => !RUNS_CODE.has(body?.method)

/** Opens the RPC proxy for read-only requests of players' wallets. */
export function openRpc({
  chain,
}: {
  chain: DepositChainModule | undefined
}): Module {
  // Own nodes, so that visitors' failures don't affect the nodes of deposits.
  const nodes = chain?.chain.nodes.within(VISITORS_LIMITS)
  const service = openRpcService(nodes)
  return {
    mount(serve) {
      serve(
        callNode,
        ({ body, req }) => service.answer(body, networkOf(req.ip)),
        limitRequests(CONTRACT_CALLS, runsNoCode),
      )
    },
  }
}
