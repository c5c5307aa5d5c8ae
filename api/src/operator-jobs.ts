import type { ChainParts } from './chain-parts.ts'
import { sweepJob } from './features/sweep/sweep-job.ts'
import { registrationJob } from './features/wallet/registrar.ts'
import type { WalletStore } from './features/wallet/wallet.store.ts'
import type { WalletVault } from './features/wallet/wallet-vault.ts'
import { OutboxSender } from './platform/chain/outbox-sender.ts'
import { Lease } from './platform/db/lease.ts'
import type { Job } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import type { PushToPlayer } from './platform/ws/player-pushes.ts'
import { openSweeper } from './sweep-services.ts'

type OperatorDeps = {
  wallets: WalletStore
  vault: WalletVault
  push: PushToPlayer
}

/** What a house with an account of its own does on the chain. */
export function operatorJobs(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  { account, chain, outbox, site, sweeps }: ChainParts,
  { wallets, vault, push }: OperatorDeps,
): { jobs: Job[]; leases: Lease[] } {
  const { clock, db, log, metrics } = platform
  if (!account) {
    log.warn('without OPERATOR_PRIVATE_KEY no wallet can be registered')
    return { jobs: [], leases: [] }
  }
  const operating = new Lease('operator', { db, log })
  const sweeping = new Lease('sweep', { db, log })
  const registering = registrationJob({
    db,
    clock,
    log,
    push,
    outbox,
    sender: new OutboxSender({ store: outbox, chain, account, metrics, log }),
    store: wallets,
    chain: site,
    lease: operating,
  })
  const sweeper = openSweeper({
    chain,
    store: sweeps,
    outbox,
    vault,
    treasury: site.treasury,
    log,
  })
  return {
    jobs: [registering, sweepJob({ chain, sweeper, lease: sweeping })],
    leases: [operating, sweeping],
  }
}
