import { generateWallet, readWallet } from '#core/api/wallet.ts'
import { createOutboxSender } from '../../platform/chain/outbox/outbox-sender.ts'
import type { SigningAccount } from '../../platform/chain/outbox/signing-account.ts'
import { createLease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { DepositTimeline } from '../deposits/deposit-timeline.service.ts'
import { registrationJob } from './registrar.ts'
import { createWalletService } from './wallet.service.ts'
import { createWalletStore } from './wallet.store.ts'
import { createWalletVault, walletKeyBox } from './wallet-keys.ts'

type Dependencies = {
  /** Without a chain, no wallets are created or registered. */
  chain: DepositChain | undefined
  timeline: DepositTimeline
  sockets: { push: PushToPlayer }
}

export type WalletModule = ReturnType<typeof createWallets>

export function createWallets(
  platform: Platform,
  { chain, sockets, timeline }: Dependencies,
) {
  const store = createWalletStore(platform.db)
  const keys = walletKeyBox(platform.box, platform.entropy)
  const service = createWalletService({
    ...platform,
    chain: chain?.site,
    keys,
    store,
    timeline,
  })
  const module = {
    service,
    vault: createWalletVault(store, keys),
    mount(serve: Serve) {
      serve(readWallet, ({ playerId }) => service.info(playerId))
      serve(generateWallet, ({ playerId }) => service.generate(playerId))
    },
  }
  if (!chain?.account) return module
  const { account } = chain
  const { lease, sender } = createOperatorSender(platform, {
    ...chain,
    account,
  })
  const deps = { ...sockets, chain, lease, sender, store }
  const jobs = [registrationJob(platform, deps)]
  return { ...module, jobs, release: () => lease.release() }
}

/** Creates the sender of the outbox, and the lease that allows sending. */
export function createOperatorSender(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  {
    account,
    chain,
    outbox: store,
  }: Pick<DepositChain, 'chain' | 'outbox'> & {
    account: SigningAccount
  },
) {
  const lease = createLease('operator', { db, log })
  const sender = createOutboxSender({ store, chain, account, log })
  return { lease, sender }
}
