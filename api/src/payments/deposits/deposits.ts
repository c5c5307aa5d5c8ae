import { recheckPayment } from '#core/api/wallet.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import { type LedgerModule, openLedger } from '../../ledger/ledger.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type {
  SweepService,
  WalletMovesThrough,
} from '../sweep/sweep.service.ts'
import { type SweepModule, sweepsOver } from '../sweep/sweep.ts'
import type { WalletService } from '../wallets/wallet.service.ts'
import { type WalletModule, walletsOver } from '../wallets/wallets.ts'
import { type Bookkeeping, openBookkeeping } from './bookkeeping.ts'
import { CreditLimits } from './credit-limit.ts'
import { DepositDecisionsService } from './deposit-decisions.service.ts'
import { creditAuditJob, depositJob, reconcileJob } from './deposit-job.ts'
import { DepositListService } from './deposit-list.service.ts'
import { DepositListStore } from './deposit-list.store.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositTimeline } from './deposit-timeline.ts'
import { depositVerdict } from './deposit-verdict.service.ts'
import type { DepositRow } from './deposits.store.ts'
import { IndexedTransfersStore } from './indexed-transfers.store.ts'
import { PaymentChecker } from './payment-check.ts'
import { openReconciler } from './reconciling.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { openWatching } from './watching.ts'

type Needs = {
  chain: DepositChainModule | undefined
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  timeline: DepositTimeline
  wallet: Pick<WalletModule, 'service'>
  pauses: { service: { isPaused(name: string): boolean } }
  sweep: Pick<SweepModule, 'service'>
}

export type DepositsModule = ReturnType<typeof openDeposits>

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
      isPaused: () => needs.pauses.service.isPaused(DEPOSITS),
    })
  return {
    recheck: work?.recheck,
    decisions: work?.decisions,
    indexerHead: work?.indexerHead,
    isBacked: work?.isBacked,
    verdictOf: work?.verdictOf,
    mount(serve: Serve) {
      serve(recheckPayment, ({ body, playerId }) => {
        if (!work) throw new Refusal('deposits_off')
        return work.recheck.recheck(playerId, body.txHash)
      })
    },
    ...(work && { jobs: work.jobs, release: work.release }),
  }
}

/** What operators do about deposits, for a command: no browser waits for it. */
export async function depositCareOf(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  onChain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>,
  isPaused: () => boolean,
) {
  const { clock, db } = platform
  const { chain, site } = onChain
  const ledger = openLedger({ db, clock }).service
  const sockets = { push: () => undefined }
  const timeline = openDepositTimeline(platform, { chain: onChain, sockets })
  const shared = {
    onChain,
    ledger,
    timeline,
    onBalance: () => undefined,
    isPaused,
  }
  const books = openBookkeeping(platform, {
    ...shared,
    site,
    reorgedBlocks: (places) => reorgedBlocks(chain, places),
  })
  const sweeps = sweepsOver(db, site.instanceId)
  const movesThrough = sweeps.movesThrough.bind(sweeps)
  const { recheck } = openWatching(platform, {
    ...shared,
    books,
    transfers: new IndexedTransfersStore(db, site),
    movesThrough,
    wallet: walletsOver(db),
    nowMs: () => performance.now(),
  })
  const needs = { onChain, ledger, books, movesThrough }
  return { recheck, ...openDecisions(platform, needs) }
}

/** What operators decide, and what they are told by the chain. */
function openDecisions(
  {
    clock,
    db,
    log,
    metrics,
  }: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  needs: {
    onChain: Pick<DepositChainModule, 'chain' | 'site'>
    ledger: LedgerService
    books: Bookkeeping
    movesThrough: WalletMovesThrough
  },
) {
  const { books, ledger, movesThrough, onChain } = needs
  const { chain, site } = onChain
  const list = depositListOver(db, clock, site.instanceId)
  const verdictOf = (row: DepositRow) => {
    // A new one each time: it remembers what nodes once said.
    const checker = new PaymentChecker(chain.deployment)
    return depositVerdict({ chain, checker, log }, row)
  }
  const limits = new CreditLimits({
    books,
    chain,
    db,
    ledger,
    movesThrough,
    log,
    metrics,
  })
  const decisions = new DepositDecisionsService({
    ...books,
    ledger,
    list,
    site,
    verdictOf,
    limitOf: (row) => limits.of(row),
  })
  const isBacked = (row: DepositRow) => limits.admits(row)
  return { decisions, isBacked, verdictOf }
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
  onChain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>
  ledger: LedgerService
  onBalance: (userId: string, balance: number) => void
  timeline: DepositTimeline
  wallet: WalletService
  sweeps: SweepService
  /** Whether credits wait for the operator. */
  isPaused?: () => boolean
  /** Monotonic milliseconds. */
  nowMs?: () => number
}

/** What one process does with the deposits of all. */
export function openDepositWork(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  {
    isPaused = () => false,
    nowMs = () => performance.now(),
    ...needs
  }: WorkNeeds,
) {
  const { db, log } = platform
  const { chain, reverseAfterMs, site } = needs.onChain
  const { chainId } = site
  const lease = new Lease('deposits', { db, log })
  const books = openBookkeeping(platform, {
    ...needs,
    site,
    isPaused,
    reorgedBlocks: (places) => reorgedBlocks(chain, places),
  })
  const transfers = new IndexedTransfersStore(db, site)
  const shared = {
    ...needs,
    books,
    transfers,
    movesThrough: needs.sweeps.movesThrough.bind(needs.sweeps),
    isPaused,
    nowMs,
  }
  const { audit, recheck, watcher } = openWatching(platform, shared)
  const reconciler = openReconciler(platform, { ...shared, audit, watcher })
  return {
    audit,
    recheck,
    /** The newest block that the indexer shows. */
    indexerHead: async () => (await transfers.head())?.blockNumber,
    ...openDecisions(platform, shared),
    jobs: [
      depositJob({ chainId, watcher, lease }),
      creditAuditJob({ audit, lease, reverseAfterMs }),
      reconcileJob({ chainId, reconciler, lease }),
    ],
    release: () => lease.release(),
  }
}
