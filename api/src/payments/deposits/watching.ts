import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WalletMovesThrough } from '../sweep/sweep.service.ts'
import type { WalletService } from '../wallets/wallet.service.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import { CreditAudit } from './credit-audit.ts'
import { DepositRecheck } from './deposit-recheck.service.ts'
import { DepositSettler } from './deposit-settler.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { DepositWatcher } from './deposit-watcher.ts'
import type { IndexedTransfersStore } from './indexed-transfers.store.ts'
import { PaymentBacking } from './payment-backing.ts'
import { PaymentChecker } from './payment-check.ts'
import { UnattributedBalanceCheck } from './unattributed-balance-check.ts'

export type WatchingNeeds = {
  onChain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>
  books: Bookkeeping
  transfers: IndexedTransfersStore
  movesThrough: WalletMovesThrough
  isPaused: () => boolean
  timeline: DepositTimeline
  ledger: LedgerService
  wallet: Pick<WalletService, 'addressOf' | 'ownersOf'>
  onBalance: (userId: string, balance: number) => void
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** What follows payments: to their credit, after it, and when asked to. */
export function openWatching(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  needs: WatchingNeeds,
) {
  const { books, transfers, ledger, movesThrough, timeline, wallet } = needs
  const { chain, reverseAfterMs, site } = needs.onChain
  const { accounts, deposits, recent, reversals, store, unattributed } = books
  const checker = new PaymentChecker(chain.deployment)
  const watcher = new DepositWatcher({
    chain,
    checker,
    site,
    store,
    deposits,
    settler: new DepositSettler({
      isPaused: needs.isPaused,
      chain,
      checker,
      site,
      unattributed,
      deposits,
      log,
      metrics,
      backing: new PaymentBacking({
        chain,
        accounts,
        unattributed,
        ledger,
        movesThrough,
        log,
        metrics,
      }),
    }),
    transfers,
    metrics,
    ownersOf: (wallets) => wallet.ownersOf(wallets),
  })
  const audit = new CreditAudit({
    chain,
    checker,
    balanceCheck: new UnattributedBalanceCheck({
      chain,
      accounts,
      movesThrough,
    }),
    recent,
    reversals,
    log,
    metrics,
    nowMs: needs.nowMs,
    reverseAfterMs,
    onBalance: needs.onBalance,
  })
  const recheck = new DepositRecheck({
    chain,
    checker,
    site,
    db,
    store,
    deposits,
    timeline,
    watcher,
    audit,
    log,
    walletOf: (userId) => wallet.addressOf(userId),
  })
  return { watcher, audit, recheck }
}
