import type { WalletInfo } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { NETWORKS, PUBLIC_FAUCETS } from '#core/chain/networks.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'

/** Our own on a local chain, elsewhere what others give and our tokens mint. */
export function faucetOf(chain: DepositChain): WalletInfo['faucet'] {
  const { assets, chainId, operator } = chain
  if (chainId === LOCAL_CHAIN) return operator ? { kind: 'local' } : null
  const { explorer } = NETWORKS[chainId]
  const tokens = assets.flatMap(({ symbol, token }) =>
    token
      ? [
          {
            label: `${symbol} from its contract: call faucet`,
            url: `${explorer}/address/${token}#writeContract`,
          },
        ]
      : [],
  )
  return { kind: 'links', links: [...PUBLIC_FAUCETS, ...tokens] }
}
