import { recheckPayment } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { createLease, whileLeading } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import { createSweepService } from '../sweep/sweep.service.ts'
import { createWalletStore } from '../wallets/wallet.store.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createDepositSettler } from './credit/deposit-settler.ts'
import { createDepositsService } from './credit/deposits.service.ts'
import type { DepositParts } from './deposit-parts.ts'
import { createDepositRecheck } from './deposit-recheck.service.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { createDepositTraces } from './deposit-traces.ts'
import { createDepositWatcher } from './deposit-watcher.ts'
import { createDepositsStore } from './deposits.store.ts'
import { createIndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import { createTransferRecorder } from './ingest/transfer-recorder.ts'
import {
  createDepositDecisionsService,
  depositVerdict,
} from './operator/deposit-decisions.service.ts'
import { createDepositListService } from './operator/deposit-list.service.ts'
import { createReconciler } from './reconcile/reconciler.ts'
import { CHECKS_NEEDED } from './reconcile/reorg-debounce.ts'
import { createReorgedDeposits } from './reconcile/reorged-deposits.ts'
import { createPaymentBacking } from './verify/payment-backing.ts'
import { createPaymentChecker } from './verify/payment-check.ts'
import { createWalletBalances } from './verify/wallet-balances.ts'

/** Intervals of the jobs; shared nodes get fewer requests than a local one. */
const WATCH_EVERY_MS = { local: 200, remote: 450 }
const WATCH_BACK_OFF_MAX_MS = 2_000
const RECONCILE_EVERY_MS = { local: 1_000, remote: 15_000 }

type Dependencies = {
  /** Without a chain, rechecks are refused and there are no jobs. */
  chain: Pick<DepositChain, 'chain' | 'reverseAfterMs' | 'site'> | undefined
  isPaused: () => boolean
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  nowMs?: () => number
  timeline: DepositTimeline
}

export type DepositsModule = ReturnType<typeof createDeposits>

export function createDeposits(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'> &
    Partial<Pick<Platform, 'tracing'>>,
  { chain, ...needs }: Dependencies,
) {
  const onChain = chain && createOnChain(platform, { ...needs, ...chain })
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

function createOnChain(
  platform: Parameters<typeof createDeposits>[0],
  {
    ledger: { service: ledger, onBalance },
    nowMs = () => performance.now(),
    ...needs
  }: Omit<Dependencies, 'chain'> & NonNullable<Dependencies['chain']>,
) {
  const { chain, reverseAfterMs, site } = needs
  const { instanceId } = site
  const { db, tracing } = platform
  const traces = tracing && createDepositTraces(tracing)
  const { readMoves } = createSweepService(db, instanceId)
  const shared: DepositParts = {
    ...platform,
    ...needs,
    accounts: createAccountsStore(db, instanceId),
    checker: createPaymentChecker(chain.deployment),
    disagreements: platform.metrics.counter(
      'rpc_disagreements_total',
      'Checks of a deposit in which nodes contradicted each other',
    ),
    ledger,
    nowMs,
    onBalance,
    store: createDepositsStore(db, instanceId),
    traces,
    transfers: createIndexedTransfersStore(db, site),
    walletBalances: createWalletBalances({ chain, readMoves }),
    wallets: createWalletStore(db),
  }
  const deposits = createDepositsService(shared)
  const recorder = createTransferRecorder(shared)
  const parts = { ...shared, deposits, recorder }
  const settler = createDepositSettler(parts)
  const watcher = createDepositWatcher({ ...parts, settler })
  const onRecord = watcher.request
  const reorgedDeposits = createReorgedDeposits(parts)
  const reconciler = createReconciler({ ...parts, onRecord, reorgedDeposits })
  const decisions = createDepositDecisionsService({
    ...parts,
    list: createDepositListService({ ...shared, ...site }),
    // Opened for each call: a remembered shortfall may reduce the amount.
    readLimit: (row) => createPaymentBacking(shared).computeLimit([row]),
    readVerdict: (row) => depositVerdict(shared, row),
  })
  const lease = createLease('deposits', shared)
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
    recheck: createDepositRecheck({ ...parts, reorgedDeposits, watcher }),
    async release() {
      traces?.close()
      await lease.release()
    },
  }
}
