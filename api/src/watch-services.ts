import type { ChainParts } from './chain-parts.ts'
import type { AccountsStore } from './features/deposits/accounts.store.ts'
import { CreditAudit } from './features/deposits/credit-audit.ts'
import { DepositRecheck } from './features/deposits/deposit-recheck.ts'
import { DepositReversals } from './features/deposits/deposit-reversals.ts'
import { DepositSettler } from './features/deposits/deposit-settler.ts'
import type { DepositTimeline } from './features/deposits/deposit-timeline.ts'
import { DepositWatcher } from './features/deposits/deposit-watcher.ts'
import type { DepositsService } from './features/deposits/deposits.service.ts'
import type { DepositsStore } from './features/deposits/deposits.store.ts'
import { FoundSight } from './features/deposits/found-sight.ts'
import type { HintsStore } from './features/deposits/hints.store.ts'
import { PaymentBacking } from './features/deposits/payment-backing.ts'
import { PaymentChecker } from './features/deposits/payment-check.ts'
import type { RecentDepositsStore } from './features/deposits/recent-deposits.store.ts'
import type { UnattributedStore } from './features/deposits/unattributed.store.ts'
import type { WalletMovesThrough } from './features/deposits/wallet-moves.ts'
import type { LedgerService } from './features/ledger/ledger.service.ts'
import type { WalletService } from './features/wallet/wallet.service.ts'
import type { Platform } from './platform/platform.ts'

type WatchDeps = {
  store: DepositsStore
  hints: HintsStore
  unattributed: UnattributedStore
  accounts: AccountsStore
  recent: RecentDepositsStore
  movesThrough: WalletMovesThrough
  timeline: DepositTimeline
  deposits: DepositsService
  ledger: LedgerService
  wallet: WalletService
  onBalance(userId: string, balance: number): void
}

type Watch = {
  watcher: DepositWatcher
  audit: CreditAudit
  recheck: DepositRecheck
}

/** What follows payments: to their credit, after it, and when asked to. */
export function openWatch(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  { chain, site, reverseAfterMs }: ChainParts,
  deps: WatchDeps,
): Watch {
  const { store, hints, unattributed, accounts, recent } = deps
  const { deposits, ledger, movesThrough, timeline, wallet } = deps
  const checker = new PaymentChecker(chain.deployment)
  const watcher = new DepositWatcher({
    chain,
    checker,
    site,
    store,
    deposits,
    settler: new DepositSettler({
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
    hints,
    metrics,
    ownersOf: (wallets) => wallet.ownersOf(wallets),
  })
  const audit = new CreditAudit({
    chain,
    checker,
    foundSight: new FoundSight({ chain, accounts, movesThrough }),
    recent,
    reversals: new DepositReversals({
      db,
      store,
      ledger,
      timeline,
      chain: site,
    }),
    log,
    metrics,
    nowMs: () => performance.now(),
    reverseAfterMs,
    onBalance: deps.onBalance,
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
