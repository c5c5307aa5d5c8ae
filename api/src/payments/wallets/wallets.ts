import { generateWallet, readWallet } from '#core/api/wallet.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { OperatorAccount } from '../../platform/chain/outbox/operator-account.ts'
import { openOutboxSender } from '../../platform/chain/outbox/outbox-sender.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { DepositTimeline } from '../deposits/deposit-timeline.service.ts'
import { registrationJob } from './registrar.ts'
import { WalletService } from './wallet.service.ts'
import { WalletStore } from './wallet.store.ts'
import { walletKeyBox } from './wallet-keys.ts'
import { WalletVault } from './wallet-vault.service.ts'

type Needs = {
  /** Without one there are only the wallets of before. */
  chain: DepositChainModule | undefined
  timeline: DepositTimeline
  sockets: { push: PushToPlayer }
}

export type WalletModule = ReturnType<typeof openWallet>

/** Players' deposit wallets. */
export function openWallet(platform: Platform, needs: Needs) {
  const { box, clock, db, entropy } = platform
  const { chain, sockets, timeline } = needs
  const store = new WalletStore(db)
  const keys = walletKeyBox(box, entropy)
  const service = new WalletService({
    db,
    store,
    keys,
    clock,
    timeline,
    chain: chain?.site,
  })
  return {
    service,
    vault: new WalletVault(store, keys),
    mount(serve: Serve) {
      serve(readWallet, ({ playerId }) => service.info(playerId))
      serve(generateWallet, ({ playerId }) => service.generate(playerId))
    },
    ...(chain && registration(platform, { store, chain, ...sockets })),
  }
}

type Registering = {
  store: WalletStore
  push: PushToPlayer
  chain: DepositChainModule
}

/** What has the registry know of wallets, in the one process that leads. */
function registration(
  { clock, db, log, metrics }: Platform,
  { chain: onChain, push, store }: Registering,
) {
  const { account, outbox, site } = onChain
  if (!account) return undefined
  const { lease, sender } = outboxSending(
    { db, log, metrics },
    { ...onChain, account },
  )
  const job = registrationJob({
    db,
    clock,
    log,
    push,
    outbox,
    sender,
    store,
    chain: site,
    lease,
  })
  return { jobs: [job], release: () => lease.release() }
}

/** Sends the outbox, in the one process that leads. */
export function outboxSending(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  {
    account,
    chain,
    outbox: store,
  }: Pick<DepositChainModule, 'chain' | 'outbox'> & {
    account: OperatorAccount
  },
) {
  const lease = new Lease('operator', { db, log })
  const sender = openOutboxSender({ store, chain, account, metrics, log })
  return { lease, sender }
}

/** Players' wallets for a command, which opens none of them. */
export function walletsOver(
  db: Database,
): Pick<WalletStore, 'addressesOn' | 'addressOf' | 'ownersOf'> {
  return new WalletStore(db)
}
