import { askFaucet } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Module } from '../../platform/platform.ts'
import type { WalletModule } from '../wallets/wallets.ts'
import { openFaucetService } from './faucet.service.ts'

type Needs = {
  chain: DepositChainModule | undefined
  wallet: Pick<WalletModule, 'service'>
}

/** Sends test assets to players' wallets, on a local chain only. */
export function openFaucet({ chain: onChain, wallet }: Needs): Module {
  if (!onChain?.account || onChain.site.chainId !== LOCAL_CHAIN) return {}
  const { account, chain, outbox, site } = onChain
  const service = openFaucetService({
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
