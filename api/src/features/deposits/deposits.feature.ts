import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChainFeature } from '../deposit-chain/deposit-chain.feature.ts'
import type { LedgerFeature } from '../ledger/ledger.feature.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { SweepFeature } from '../sweep/sweep.feature.ts'
import type { SweepService } from '../sweep/sweep.service.ts'
import type { WalletFeature } from '../wallet/wallet.feature.ts'
import type { WalletService } from '../wallet/wallet.service.ts'
import { openBookkeeping } from './bookkeeping.ts'
import { creditAuditJob, depositJob, reconcileJob } from './deposit-job.ts'
import { DepositListService } from './deposit-list.service.ts'
import { DepositListStore } from './deposit-list.store.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { goneOf } from './gone-blocks.ts'
import { HintsStore } from './hints.store.ts'
import { recheckReference } from './recheck.reference.ts'
import { recheckRoutes } from './recheck.routes.ts'
import { openReconciler } from './reconciling.ts'
import { openWatching } from './watching.ts'

type Needs = {
  chain: DepositChainFeature | undefined
  ledger: Pick<LedgerFeature, 'onBalance' | 'service'>
  timeline: DepositTimeline
  wallet: Pick<WalletFeature, 'service'>
  sweep: Pick<SweepFeature, 'service'>
}

/** Payments to players' wallets, and the coins that they bring. */
export function openDeposits(platform: Platform, needs: Needs) {
  const { chain, ledger, timeline, wallet } = needs
  const sweeps = needs.sweep.service
  const work =
    chain &&
    sweeps &&
    openDepositWork(platform, {
      onChain: chain,
      ledger: ledger.service,
      onBalance: ledger.onBalance,
      timeline,
      wallet: wallet.service,
      sweeps,
    })
  return {
    recheck: work?.recheck,
    reference: [recheckReference],
    routes: ({ requirePlayer }: Guards) =>
      recheckRoutes(work?.recheck, requirePlayer),
    ...(work && { jobs: work.jobs, release: work.release }),
  }
}

/** Deposits as operators see them. @param instanceId of the present chain. */
export function depositListOver(
  db: Database,
  clock: Clock,
  instanceId: number | undefined,
): DepositListService {
  const store = new DepositListStore(db)
  return new DepositListService({ store, clock, instanceId })
}

type WorkNeeds = {
  onChain: Pick<DepositChainFeature, 'chain' | 'reverseAfterMs' | 'site'>
  ledger: LedgerService
  onBalance: (userId: string, balance: number) => void
  timeline: DepositTimeline
  wallet: WalletService
  sweeps: SweepService
  /** Monotonic milliseconds. */
  nowMs?: () => number
}

/** What one process does with the deposits of all. */
export function openDepositWork(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  { nowMs = () => performance.now(), sweeps, ...needs }: WorkNeeds,
) {
  const { db, log } = platform
  const { chain, reverseAfterMs, site } = needs.onChain
  const { chainId } = site
  const lease = new Lease('deposits', { db, log })
  const books = openBookkeeping(platform, {
    ...needs,
    site,
    goneBlocks: (places) => goneOf(chain, places),
  })
  const shared = {
    ...needs,
    books,
    hints: new HintsStore(db, site),
    movesThrough: sweeps.movesThrough.bind(sweeps),
    nowMs,
  }
  const { audit, recheck, watcher } = openWatching(platform, shared)
  const reconciler = openReconciler(platform, { ...shared, audit, watcher })
  return {
    audit,
    recheck,
    jobs: [
      depositJob({ chainId, watcher, lease }),
      creditAuditJob({ audit, lease, reverseAfterMs }),
      reconcileJob({ chainId, reconciler, lease }),
    ],
    release: () => lease.release(),
  }
}
