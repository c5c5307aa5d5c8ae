import type { Feature } from '../../platform/feature.ts'
import type { DepositChainFeature } from '../deposit-chain/deposit-chain.feature.ts'
import { rpcReference } from './rpc.reference.ts'
import { rpcRoutes } from './rpc.routes.ts'
import { RpcService, VISITORS_LIMITS } from './rpc.service.ts'

/** What pages ask the chain for players' own wallets. */
export function openRpc({
  chain,
}: {
  chain: DepositChainFeature | undefined
}): Feature {
  // Their own: what fails for visitors must not decide which nodes deposits use.
  const nodes = chain?.chain.nodes.within(VISITORS_LIMITS)
  const service = new RpcService(nodes)
  return { reference: [rpcReference], routes: () => rpcRoutes(service) }
}
