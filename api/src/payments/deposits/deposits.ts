import { recheckPayment } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { openLease, whileLeading } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import { openSweepService } from '../sweep/sweep.service.ts'
import { openWalletStore } from '../wallets/wallet.store.ts'
import { openAccountsStore } from './accounts.store.ts'
import { openDepositSettler } from './credit/deposit-settler.ts'
import { openDepositsService } from './credit/deposits.service.ts'
import type { DepositParts } from './deposit-parts.ts'
import { openDepositRecheck } from './deposit-recheck.service.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositTraces } from './deposit-traces.ts'
import { openDepositWatcher } from './deposit-watcher.ts'
import { openDepositsStore } from './deposits.store.ts'
import { openIndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import { openTransferRecorder } from './ingest/transfer-recorder.ts'
import {
  depositVerdict,
  openDepositDecisionsService,
} from './operator/deposit-decisions.service.ts'
import { openDepositListService } from './operator/deposit-list.service.ts'
import { openReconciler } from './reconcile/reconciler.ts'
import { CHECKS_NEEDED } from './reconcile/reorg-debounce.ts'
import { openReorgedDeposits } from './reconcile/reorged-deposits.ts'
import { openPaymentBacking } from './verify/payment-backing.ts'
import { openPaymentChecker } from './verify/payment-check.ts'
import { openWalletBalances } from './verify/wallet-balances.ts'

/** Intervals of the jobs; shared nodes get fewer requests than a local one. */
const WATCH_EVERY_MS = { local: 200, remote: 450 }
const WATCH_BACK_OFF_MAX_MS = 2_000
const RECONCILE_EVERY_MS = { local: 1_000, remote: 15_000 }

type Needs = {
  /** Without a chain, rechecks are refused and there are no jobs. */
  chain: Pick<DepositChain, 'chain' | 'reverseAfterMs' | 'site'> | undefined
  isPaused: () => boolean
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  nowMs?: () => number
  timeline: DepositTimeline
}

export type DepositsModule = ReturnType<typeof openDeposits>

export function openDeposits(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'> &
    Partial<Pick<Platform, 'tracing'>>,
  { chain, ...needs }: Needs,
) {
  const onChain = chain && openOnChain(platform, { ...needs, ...chain })
  return {
    ...onChain,
    mount(serve: Serve) {
      serve(recheckPayment, ({ body, playerId }) => {
        if (!onChain) throw new Refusal('deposits_off')
        return onChain.recheck.recheck(playerId, body.txHash)
      })
    },
  }
}

function openOnChain(
  platform: Parameters<typeof openDeposits>[0],
  {
    ledger: { service: ledger, onBalance },
    nowMs = () => performance.now(),
    ...needs
  }: Omit<Needs, 'chain'> & NonNullable<Needs['chain']>,
) {
  const { chain, reverseAfterMs, site } = needs
  const { instanceId } = site
  const { db, tracing } = platform
  const traces = tracing && openDepositTraces(tracing)
  const { readMoves } = openSweepService(db, instanceId)
  const shared: DepositParts = {
    ...platform,
    ...needs,
    accounts: openAccountsStore(db, instanceId),
    checker: openPaymentChecker(chain.deployment),
    disagreements: platform.metrics.counter(
      'rpc_disagreements_total',
      'Checks of a deposit in which nodes contradicted each other',
    ),
    ledger,
    nowMs,
    onBalance,
    store: openDepositsStore(db, instanceId),
    traces,
    transfers: openIndexedTransfersStore(db, site),
    walletBalances: openWalletBalances({ chain, readMoves }),
    wallets: openWalletStore(db),
  }
  const deposits = openDepositsService(shared)
  const recorder = openTransferRecorder(shared)
  const parts = { ...shared, deposits, recorder }
  const settler = openDepositSettler(parts)
  const watcher = openDepositWatcher({ ...parts, settler })
  const onRecord = watcher.request
  const reorgedDeposits = openReorgedDeposits(parts)
  const reconciler = openReconciler({ ...parts, onRecord, reorgedDeposits })
  const decisions = openDepositDecisionsService({
    ...parts,
    list: openDepositListService({ ...shared, ...site }),
    // Opened for each call: a remembered shortfall may reduce the amount.
    readLimit: (row) => openPaymentBacking(shared).computeLimit([row]),
    readVerdict: (row) => depositVerdict(shared, row),
  })
  const lease = openLease('deposits', shared)
  const place = site.chainId === LOCAL_CHAIN ? 'local' : 'remote'
  const jobs: Job[] = [
    {
      name: 'deposits',
      everyMs: WATCH_EVERY_MS[place],
      backOffMaxMs: WATCH_BACK_OFF_MAX_MS,
      run: whileLeading(lease, watcher.tick),
    },
    {
      name: 'reorged_deposits',
      everyMs: reverseAfterMs / (CHECKS_NEEDED - 1),
      run: whileLeading(lease, reorgedDeposits.tick),
    },
    {
      name: 'reconcile',
      everyMs: RECONCILE_EVERY_MS[place],
      run: whileLeading(lease, reconciler.tick),
    },
  ]
  return {
    reorgedDeposits,
    decisions,
    indexerHead: async () => (await shared.transfers.head())?.blockNumber,
    jobs,
    recheck: openDepositRecheck({ ...parts, reorgedDeposits, watcher }),
    async release() {
      traces?.close()
      await lease.release()
    },
  }
}
