import type { ChainParts } from './chain-parts.ts'
import { AccountsStore } from './features/deposits/accounts.store.ts'
import {
  creditAuditJob,
  depositJob,
  reconcileJob,
} from './features/deposits/deposit-job.ts'
import type { DepositRecheck } from './features/deposits/deposit-recheck.ts'
import { DepositTimeline } from './features/deposits/deposit-timeline.ts'
import { DepositsService } from './features/deposits/deposits.service.ts'
import { DepositsStore } from './features/deposits/deposits.store.ts'
import { HintsStore } from './features/deposits/hints.store.ts'
import { LatePayments } from './features/deposits/late-payments.ts'
import { RecentDepositsStore } from './features/deposits/recent-deposits.store.ts'
import { UnattributedStore } from './features/deposits/unattributed.store.ts'
import type { LedgerService } from './features/ledger/ledger.service.ts'
import { WalletService } from './features/wallet/wallet.service.ts'
import { WalletStore } from './features/wallet/wallet.store.ts'
import { walletKeyBox } from './features/wallet/wallet-keys.ts'
import { WalletVault } from './features/wallet/wallet-vault.ts'
import { operatorJobs } from './operator-jobs.ts'
import { Lease } from './platform/db/lease.ts'
import type { Job } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import type { SealedBox } from './platform/secrets/sealed-box.ts'
import type { PushToPlayer } from './platform/ws/player-pushes.ts'
import { openReconciler } from './reconcile-services.ts'
import { movesOf } from './sweep-services.ts'
import { openWatch } from './watch-services.ts'

/** What wallets and deposits stand on. */
type DepositPlatform = Pick<
  Platform,
  'clock' | 'db' | 'entropy' | 'log' | 'metrics'
>

type Deps = {
  parts: ChainParts | undefined
  box: SealedBox
  ledger: LedgerService
  push: PushToPlayer
  onBalance(userId: string, balance: number): void
}

/** Wallets and deposits; without a configured chain only what was before. */
export function openDepositServices(platform: DepositPlatform, deps: Deps) {
  const { clock, db, entropy } = platform
  const { box, parts, push } = deps
  const chain = parts?.site
  const store = new DepositsStore(db)
  const instanceId = chain?.instanceId
  const timeline = new DepositTimeline({ store, clock, push, instanceId })
  const wallets = new WalletStore(db)
  const keys = walletKeyBox(box, entropy)
  const wallet = new WalletService({
    db,
    store: wallets,
    keys,
    clock,
    timeline,
    chain,
  })
  const vault = new WalletVault(wallets, keys)
  const own = { store, timeline, wallet }
  const depositing = parts && depositWork(platform, parts, { ...deps, ...own })
  const operating =
    parts && operatorJobs(platform, parts, { wallets, vault, push })
  const leases = [...(depositing?.leases ?? []), ...(operating?.leases ?? [])]
  return {
    wallet,
    recheck: depositing?.recheck,
    depositing: {
      jobs: [...(depositing?.jobs ?? []), ...(operating?.jobs ?? [])],
      /** Lets another process lead; call it when the jobs have ended. */
      async close() {
        for (const lease of leases) await lease.release()
      },
    },
  }
}

type WorkDeps = Pick<Deps, 'ledger' | 'onBalance'> & {
  store: DepositsStore
  timeline: DepositTimeline
  wallet: WalletService
}

/** What one process does with the deposits of all. */
function depositWork(
  platform: DepositPlatform,
  parts: ChainParts,
  deps: WorkDeps,
): { jobs: Job[]; leases: Lease[]; recheck: DepositRecheck } {
  const { clock, db, log } = platform
  const { site, reverseAfterMs } = parts
  const { chainId, instanceId } = site
  const { ledger, onBalance, store, timeline } = deps
  const unattributed = new UnattributedStore(db)
  const accounts = new AccountsStore(db, instanceId)
  const recent = new RecentDepositsStore(db, instanceId)
  const deposits = new DepositsService({
    db,
    store,
    ledger,
    late: new LatePayments({ store, unattributed, ledger, chain: site }),
    timeline,
    clock,
    onBalance,
    chain: site,
  })
  const hints = new HintsStore(db, site)
  const movesThrough = movesOf(db, instanceId)
  const shared = { ...deps, deposits, hints, accounts, recent, unattributed }
  const { audit, recheck, watcher } = openWatch(platform, parts, {
    ...shared,
    movesThrough,
  })
  const reconciler = openReconciler(platform, parts, {
    ...shared,
    movesThrough,
    audit,
    watcher,
  })
  const lease = new Lease('deposits', { db, log })
  const jobs = [
    depositJob({ chainId, watcher, lease }),
    creditAuditJob({ audit, lease, reverseAfterMs }),
    reconcileJob({ chainId, reconciler, lease }),
  ]
  return { jobs, leases: [lease], recheck }
}
