import { askFaucet } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { Feature } from '../../platform/feature.ts'
import type { DepositChainFeature } from '../deposit-chain/deposit-chain.feature.ts'
import type { WalletFeature } from '../wallet/wallet.feature.ts'
import { FaucetService } from './faucet.service.ts'

type Needs = {
  chain: DepositChainFeature | undefined
  wallet: Pick<WalletFeature, 'service'>
}

/** Test coins for players of a local chain; elsewhere the house gives none away. */
export function openFaucet({ chain: onChain, wallet }: Needs): Feature {
  if (!onChain?.account || onChain.site.chainId !== LOCAL_CHAIN) return {}
  const { account, chain, outbox, site } = onChain
  const service = new FaucetService({
    chain,
    site,
    account,
    outbox,
    wallet: wallet.service,
  })
  return {
    mount(serve) {
      serve(askFaucet, async ({ body }) => ({
        gifts: await service.give(body.address),
      }))
    },
  }
}
