import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { ChainParts } from './chain-parts.ts'
import type { DepositConfig } from './deposit-config.ts'
import { FaucetService } from './features/faucet/faucet.service.ts'
import { ANSWER_BYTES_MAX, RpcService } from './features/rpc/rpc.service.ts'
import type { WalletService } from './features/wallet/wallet.service.ts'
import { ChainNodes } from './platform/chain/chain-nodes.ts'
import type { Logger } from './platform/logger.ts'

/** What pages ask for players' own wallets: the chain, and test coins. */
export function openBrowserWalletServices(
  log: Logger,
  deps: {
    config: DepositConfig | undefined
    parts: ChainParts | undefined
    wallet: WalletService
  },
) {
  const { config, parts, wallet } = deps
  return {
    rpc: new RpcService(config && visitorsNodes(config, log)),
    faucet: parts && localFaucet(parts, wallet),
  }
}

/**
 * Known for themselves: which of them fails at what strangers ask must not
 * decide which ones are asked about deposits.
 */
function visitorsNodes({ rpcUrls }: DepositConfig, log: Logger): ChainNodes {
  const limits = { maxResponseBodySize: ANSWER_BYTES_MAX }
  return new ChainNodes(rpcUrls, { log }, limits)
}

/** Undefined where nobody gives test coins away. */
function localFaucet(
  { account, chain, outbox, site }: ChainParts,
  wallet: WalletService,
): FaucetService | undefined {
  if (!account || site.chainId !== LOCAL_CHAIN) return undefined
  return new FaucetService({ chain, site, account, outbox, wallet })
}
