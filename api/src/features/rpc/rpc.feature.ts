import type { DepositConfig } from '../../deposit-config.ts'
import { ChainNodes } from '../../platform/chain/nodes/chain-nodes.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Platform } from '../../platform/platform.ts'
import { rpcReference } from './rpc.reference.ts'
import { rpcRoutes } from './rpc.routes.ts'
import { ANSWER_BYTES_MAX, RpcService } from './rpc.service.ts'

/** What pages ask the chain for players' own wallets. */
export function openRpc(
  { log }: Pick<Platform, 'log'>,
  { deposits }: { deposits: DepositConfig | undefined },
): Feature {
  const service = new RpcService(deposits && visitorsNodes(deposits, log))
  return { reference: [rpcReference], routes: () => rpcRoutes(service) }
}

/**
 * Known for themselves: which of them fails at what strangers ask must not
 * decide which ones are asked about deposits.
 */
function visitorsNodes({ rpcUrls }: DepositConfig, log: Logger): ChainNodes {
  const limits = { maxResponseBodySize: ANSWER_BYTES_MAX }
  return new ChainNodes(rpcUrls, { log }, limits)
}
