import type { Address } from 'viem'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { openBroadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WalletVault } from '../wallets/wallet-vault.service.ts'
import { type WalletModule, walletsOver } from '../wallets/wallets.ts'
import { MoveFollower, type MoveTimeouts } from './move-follower.ts'
import { MoveOffers } from './move-offers.ts'
import { MoveSigner } from './move-signer.ts'
import { SweepService } from './sweep.service.ts'
import { SweepStore } from './sweep.store.ts'
import { sweepJob } from './sweep-job.ts'
import { SweepOrderService } from './sweep-order.service.ts'
import { Sweeper } from './sweeper.ts'

export type SweepModule = ReturnType<typeof openSweep>

/** Emptying players' wallets into the treasury. */
export function openSweep(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  needs: {
    chain: DepositChainModule | undefined
    wallet: Pick<WalletModule, 'vault'>
  },
) {
  if (!needs.chain) return {}
  const { account, chain, outbox, site } = needs.chain
  const { vault } = needs.wallet
  const { instanceId, treasury } = site
  const store = new SweepStore(db, instanceId)
  const service = new SweepService({ db, instanceId, store })
  const orders = sweepOrdersOver(db, needs.chain, log)
  if (!account) return { orders, service }
  const lease = new Lease('sweep', { db, log })
  const sweeper = openSweeper({ chain, store, outbox, vault, treasury, log })
  return {
    orders,
    service,
    jobs: [sweepJob({ chain, sweeper, lease })],
    release: () => lease.release(),
  }
}

/** The sweeps of a chain instance, for who asks for one. */
export function sweepsOver(db: Database, instanceId: number): SweepService {
  const store = new SweepStore(db, instanceId)
  return new SweepService({ db, instanceId, store })
}

/** Plans of sweeps, for who asks for one. */
export function sweepOrdersOver(
  db: Database,
  { chain, site }: Pick<DepositChainModule, 'chain' | 'site'>,
  log: Logger,
): SweepOrderService {
  const wallets = walletsOver(db)
  return new SweepOrderService({ chain, site, wallets, log })
}

/** What carries sweeps out. */
export function openSweeper(deps: {
  chain: Chain
  store: SweepStore
  outbox: OutboxStore
  vault: WalletVault
  /** Without one nothing new is moved. */
  treasury: Address | undefined
  log: Logger
  timeouts?: MoveTimeouts
}): Sweeper {
  const { treasury, vault } = deps
  const broadcaster = openBroadcaster(deps)
  const sending = { ...deps, broadcaster }
  const signer = new MoveSigner(sending)
  const offers = new MoveOffers({ ...sending, signer })
  const follower = new MoveFollower({ ...sending, offers })
  const isTreasury = async (address: Address) =>
    address === treasury && !(await vault.holds(address))
  return new Sweeper({ ...sending, offers, follower, isTreasury })
}
