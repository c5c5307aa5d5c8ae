import { generateWallet, readWallet } from '#core/api/wallet.ts'
import { openOutboxSender } from '../../platform/chain/outbox/outbox-sender.ts'
import type { SigningAccount } from '../../platform/chain/outbox/signing-account.ts'
import { openLease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { DepositTimeline } from '../deposits/deposit-timeline.service.ts'
import { registrationJob } from './registrar.ts'
import { openWalletService } from './wallet.service.ts'
import { openWalletStore } from './wallet.store.ts'
import { openWalletVault, walletKeyBox } from './wallet-keys.ts'

type Needs = {
  /** Without a chain, no wallets are created or registered. */
  chain: DepositChain | undefined
  timeline: DepositTimeline
  sockets: { push: PushToPlayer }
}

export type WalletModule = ReturnType<typeof openWallet>

export function openWallet(
  platform: Platform,
  { chain, sockets, timeline }: Needs,
) {
  const store = openWalletStore(platform.db)
  const keys = walletKeyBox(platform.box, platform.entropy)
  const service = openWalletService({
    ...platform,
    chain: chain?.site,
    keys,
    store,
    timeline,
  })
  const module = {
    service,
    vault: openWalletVault(store, keys),
    mount(serve: Serve) {
      serve(readWallet, ({ playerId }) => service.info(playerId))
      serve(generateWallet, ({ playerId }) => service.generate(playerId))
    },
  }
  if (!chain?.account) return module
  const { account } = chain
  const { lease, sender } = openOperatorSender(platform, { ...chain, account })
  const deps = { ...sockets, chain, lease, sender, store }
  const jobs = [registrationJob(platform, deps)]
  return { ...module, jobs, release: () => lease.release() }
}

/** Opens the sender of the outbox, and the lease that allows sending. */
export function openOperatorSender(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  {
    account,
    chain,
    outbox: store,
  }: Pick<DepositChain, 'chain' | 'outbox'> & {
    account: SigningAccount
  },
) {
  const lease = openLease('operator', { db, log })
  const sender = openOutboxSender({ store, chain, account, log })
  return { lease, sender }
}
