import { recheckPayment } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import { openLease, whileLeading } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { openSweepService } from '../sweep/sweep.service.ts'
import { openWalletStore } from '../wallets/wallet.store.ts'
import { openAccountsStore } from './accounts.store.ts'
import { openAttributions } from './credit/attributions.ts'
import { openDepositReversals } from './credit/deposit-reversals.ts'
import { openDepositSettler } from './credit/deposit-settler.ts'
import { openDepositsService } from './credit/deposits.service.ts'
import { openDepositRecheck } from './deposit-recheck.service.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositWatcher } from './deposit-watcher.ts'
import { openDepositsStore } from './deposits.store.ts'
import { openIndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import { openTokenLog } from './ingest/token-log.ts'
import { openTransferRecorder } from './ingest/transfer-recorder.ts'
import {
  depositVerdict,
  openDepositDecisionsService,
} from './operator/deposit-decisions.service.ts'
import { openDepositListService } from './operator/deposit-list.service.ts'
import { openRecentDepositsStore } from './reconcile/recent-deposits.store.ts'
import { openReconciler } from './reconcile/reconciler.ts'
import { CHECKS_NEEDED } from './reconcile/reorg-debounce.ts'
import { openReorgedDeposits } from './reconcile/reorged-deposits.ts'
import { openUnattributedDeposits } from './reconcile/unattributed-deposits.ts'
import { openDepositVerifier } from './verify/deposit-verifier.ts'
import { openPaymentBacking } from './verify/payment-backing.ts'
import { openPaymentChecker } from './verify/payment-check.ts'
import { openWalletBalances } from './verify/wallet-balances.ts'

/** Intervals of the jobs; shared nodes get fewer requests than a local one. */
const WATCH_EVERY_MS = { local: 200, remote: 450 }
const WATCH_BACK_OFF_MAX_MS = 2_000
const RECONCILE_EVERY_MS = { local: 1_000, remote: 5_000 }
/** Pause between rounds in which every wallet was balanced. */
const BALANCED_ROUND_EVERY_MS = { local: 0, remote: 15_000 }

type DepositsPlatform = Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>

type ChainNeeds = {
  chain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>
  /** True while the operator has paused credits. */
  isPaused: () => boolean
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  /** Monotonic milliseconds. */
  nowMs?: () => number
  timeline: DepositTimeline
}
type Needs = Omit<ChainNeeds, 'chain'> & {
  /** Without a chain, rechecks are refused and there are no jobs. */
  chain: ChainNeeds['chain'] | undefined
}

export type DepositsModule = ReturnType<typeof openDeposits>

/** Opens deposits: payments to players' wallets, credited in coins. */
export function openDeposits(platform: DepositsPlatform, needs: Needs) {
  const { chain } = needs
  const onChain = chain && openOnChain(platform, { ...needs, chain })
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
  platform: DepositsPlatform,
  {
    chain: { chain, reverseAfterMs, site },
    isPaused,
    ledger: { onBalance, service: ledger },
    nowMs = () => performance.now(),
    timeline,
  }: ChainNeeds,
) {
  const { clock, db } = platform
  const { instanceId } = site
  const place = site.chainId === LOCAL_CHAIN ? 'local' : 'remote'
  const wallets = openWalletStore(db)
  const { movesThrough } = openSweepService(db, instanceId)
  const shared = {
    ...platform,
    ...openDepositWrites(platform, { ledger, onBalance, site, timeline }),
    chain,
    checker: openPaymentChecker(chain.deployment),
    isPaused,
    ledger,
    ownersOf: wallets.ownersOf,
    site,
    timeline,
    transfers: openIndexedTransfersStore(db, site),
    walletBalances: openWalletBalances({ chain, movesThrough }),
  }
  const recorder = openTransferRecorder(shared)
  const backing = openPaymentBacking(shared)
  const watcher = openDepositWatcher({
    ...shared,
    recorder,
    settler: openDepositSettler(shared),
    verifier: openDepositVerifier({ ...shared, backing }),
  })
  const reorgedDeposits = openReorgedDeposits({
    ...shared,
    nowMs,
    recent: openRecentDepositsStore(db, instanceId),
    reverseAfterMs,
  })
  const reconciler = openReconciler({
    ...shared,
    reorgedDeposits,
    balancedRoundEveryMs: BALANCED_ROUND_EVERY_MS[place],
    onRecord: watcher.request,
    tokenLog: openTokenLog({
      ...shared,
      instanceId,
      onRecord: watcher.request,
      recorder,
    }),
    unattributedDeposits: openUnattributedDeposits(shared),
    walletsAfter: (userId, limit) =>
      wallets.ownersAfter(instanceId, userId, limit),
  })
  const decisions = openDepositDecisionsService({
    ...shared,
    list: openDepositListService({ clock, db, instanceId }),
    // Opened for each call: a remembered shortfall may reduce the amount.
    limitOf: (row) => openPaymentBacking(shared).limitOf([row]),
    verdictOf: (row) => depositVerdict(shared, row),
  })
  const lease = openLease('deposits', platform)
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
    recheck: openDepositRecheck({
      ...shared,
      reorgedDeposits,
      recorder,
      walletOf: wallets.addressOf,
      watcher,
    }),
    release: () => lease.release(),
  }
}

/** Opens the stores of deposits, and the services that write them. */
export function openDepositWrites(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  needs: {
    ledger: LedgerModule['service']
    onBalance: LedgerModule['onBalance']
    site: DepositChainModule['site']
    timeline: DepositTimeline
  },
) {
  const { instanceId } = needs.site
  const store = openDepositsStore(db, instanceId)
  const accounts = openAccountsStore(db, instanceId)
  const shared = { ...needs, accounts, clock, db, store }
  const reversals = openDepositReversals(shared)
  const attributions = openAttributions({ ...shared, reversals })
  const deposits = openDepositsService({ ...shared, attributions })
  return { accounts, deposits, reversals, store }
}
