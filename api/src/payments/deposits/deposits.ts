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
import { openBookkeeping } from './bookkeeping.ts'
import { openDepositSettler } from './credit/deposit-settler.ts'
import { openDepositRecheck } from './deposit-recheck.service.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositWatcher } from './deposit-watcher.ts'
import type { DepositRow } from './deposits.store.ts'
import { openIndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import { openTokenLog } from './ingest/token-log.ts'
import {
  depositVerdict,
  openDepositDecisionsService,
} from './operator/deposit-decisions.service.ts'
import { openDepositListService } from './operator/deposit-list.service.ts'
import { openReconciler, RECONCILE_PROBLEMS } from './reconcile/reconciler.ts'
import { openTokenLogStore } from './reconcile/reconciling.store.ts'
import { openCreditAudit } from './reconcile/reorg-audit.ts'
import { CHECKS_NEEDED } from './reconcile/reorg-debounce.ts'
import { openUnattributedBalanceCheck } from './reconcile/unattributed-balance-check.ts'
import { creditLimitOf, openPaymentBacking } from './verify/payment-backing.ts'
import { openPaymentChecker } from './verify/payment-check.ts'

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
  const { clock, db, log, metrics } = platform
  const { instanceId } = site
  const place = site.chainId === LOCAL_CHAIN ? 'local' : 'remote'
  const wallets = openWalletStore(db)
  const { movesThrough } = openSweepService(db, instanceId)
  const transfers = openIndexedTransfersStore(db, site)
  const checker = openPaymentChecker(chain.deployment)
  const books = openBookkeeping(platform, {
    chain,
    isPaused,
    ledger,
    onBalance,
    site,
    timeline,
  })
  const shared = {
    ...books,
    chain,
    checker,
    db,
    isPaused,
    ledger,
    log,
    metrics,
    movesThrough,
    ownersOf: wallets.ownersOf,
    site,
    timeline,
    transfers,
  }

  const settler = openDepositSettler({
    ...shared,
    backing: openPaymentBacking(shared),
  })
  const watcher = openDepositWatcher({ ...shared, settler })
  const audit = openCreditAudit({
    ...shared,
    balanceCheck: openUnattributedBalanceCheck(shared),
    nowMs,
    onBalance,
    reverseAfterMs,
  })
  const reconciler = openReconciler({
    ...shared,
    audit,
    balancedRoundEveryMs: BALANCED_ROUND_EVERY_MS[place],
    tokenLog: openTokenLog({
      ...shared,
      cursor: openTokenLogStore(db, instanceId),
      onRecord: watcher.request,
    }),
    walletsAfter: (userId, limit) =>
      wallets.ownersAfter(instanceId, userId, limit),
    onRound(problems) {
      for (const problem of RECONCILE_PROBLEMS) {
        const count = problems.get(problem) ?? 0
        metrics.walletsUnreconciled.set({ problem }, count)
      }
    },
  })

  const limitOf = (row: DepositRow) => creditLimitOf(shared, row)

  /** True if the whole deposit is backed; undefined while that is unknown. */
  async function isBacked(row: DepositRow): Promise<boolean | undefined> {
    try {
      const limit = await limitOf(row)
      if (!limit) return undefined
      return await db.transaction(
        async (tx) => (await limit(tx, row)) === row.amountWei,
      )
    } catch (error) {
      log.warn({ error, deposit: row.id }, 'deposit.backing_unknown')
      return undefined
    }
  }

  const verdictOf = (row: DepositRow) => depositVerdict({ chain, log }, row)
  const lease = openLease('deposits', { db, log })
  const jobs: Job[] = [
    {
      name: 'deposits',
      everyMs: WATCH_EVERY_MS[place],
      backOffMaxMs: WATCH_BACK_OFF_MAX_MS,
      run: whileLeading(lease, watcher.tick),
    },
    {
      name: 'credit_audit',
      everyMs: reverseAfterMs / (CHECKS_NEEDED - 1),
      run: whileLeading(lease, audit.tick),
    },
    {
      name: 'reconcile',
      everyMs: RECONCILE_EVERY_MS[place],
      run: whileLeading(lease, reconciler.tick),
    },
  ]
  return {
    audit,
    decisions: openDepositDecisionsService({
      ...shared,
      limitOf,
      list: openDepositListService({ clock, db, instanceId }),
      verdictOf,
    }),
    indexerHead: async () => (await transfers.head())?.blockNumber,
    isBacked,
    jobs,
    recheck: openDepositRecheck({
      ...shared,
      audit,
      walletOf: wallets.addressOf,
      watcher,
    }),
    release: () => lease.release(),
    verdictOf,
  }
}
