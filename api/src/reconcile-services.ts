import type { ChainParts } from './chain-parts.ts'
import type { AccountsStore } from './features/deposits/accounts.store.ts'
import type { CreditAudit } from './features/deposits/credit-audit.ts'
import type { DepositWatcher } from './features/deposits/deposit-watcher.ts'
import type { DepositsService } from './features/deposits/deposits.service.ts'
import type { DepositsStore } from './features/deposits/deposits.store.ts'
import { GapsStore } from './features/deposits/gaps.store.ts'
import { goneOf } from './features/deposits/gone-blocks.ts'
import type { HintsStore } from './features/deposits/hints.store.ts'
import type { RecentDepositsStore } from './features/deposits/recent-deposits.store.ts'
import { DOUBTS, Reconciler } from './features/deposits/reconciler.ts'
import { TokenLogStore } from './features/deposits/token-log.store.ts'
import { TokenLog } from './features/deposits/token-log.ts'
import type { UnattributedStore } from './features/deposits/unattributed.store.ts'
import { UnattributedDeposits } from './features/deposits/unattributed-deposits.ts'
import type { WalletMovesThrough } from './features/deposits/wallet-moves.ts'
import type { LedgerService } from './features/ledger/ledger.service.ts'
import type { WalletService } from './features/wallet/wallet.service.ts'
import type { Platform } from './platform/platform.ts'

type ReconcileDeps = {
  store: DepositsStore
  hints: HintsStore
  unattributed: UnattributedStore
  accounts: AccountsStore
  recent: RecentDepositsStore
  movesThrough: WalletMovesThrough
  deposits: DepositsService
  ledger: LedgerService
  wallet: WalletService
  audit: CreditAudit
  watcher: DepositWatcher
}

/** What sees to it that no payment to a wallet is lost. */
export function openReconciler(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  { chain, site }: ChainParts,
  deps: ReconcileDeps,
): Reconciler {
  const { store, hints, unattributed, accounts, movesThrough } = deps
  const { audit, deposits, ledger, recent, wallet, watcher } = deps
  const gaps = new GapsStore(db, site.instanceId)
  return new Reconciler({
    chain,
    accounts,
    recent,
    gaps,
    audit,
    hints,
    log,
    tokenLog: new TokenLog({
      chain,
      site,
      db,
      store,
      cursor: new TokenLogStore(db, site.instanceId),
      deposits,
      ownersOf: (wallets) => wallet.ownersOf(wallets),
      onNews: () => watcher.lookAgain(),
    }),
    unattributed: new UnattributedDeposits({
      db,
      site,
      store,
      unattributed,
      accounts,
      gaps,
      ledger,
      deposits,
      goneBlocks: (places) => goneOf(chain, places),
      log,
    }),
    movesThrough,
    walletsAfter: (userId, limit) => wallet.ownersAfter(userId, limit),
    onRound(doubts) {
      for (const doubt of DOUBTS) {
        metrics.walletsInDoubt.set({ doubt }, doubts.get(doubt) ?? 0)
      }
    },
  })
}
