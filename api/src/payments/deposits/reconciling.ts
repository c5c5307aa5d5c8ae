import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WalletService } from '../wallets/wallet.service.ts'
import type { CreditAudit } from './credit-audit.ts'
import type { DepositWatcher } from './deposit-watcher.ts'
import { DOUBTS, Reconciler } from './reconciler.ts'
import { TokenLogStore } from './token-log.store.ts'
import { TokenLog } from './token-log.ts'
import type { WatchingNeeds } from './watching.ts'

/** Public nodes are asked less often while there is nothing to find. */
const EVEN_ROUND_EVERY_MS = 15_000

/** What sees to it that no payment to a wallet is lost. */
export function openReconciler(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  needs: Omit<
    WatchingNeeds,
    'ledger' | 'nowMs' | 'onBalance' | 'timeline' | 'wallet'
  > & {
    audit: CreditAudit
    wallet: Pick<WalletService, 'ownersAfter' | 'ownersOf'>
    watcher: DepositWatcher
  },
): Reconciler {
  const { audit, books, transfers, movesThrough, wallet, watcher } = needs
  const { chain, site } = needs.onChain
  const { accounts, deposits, found, gaps, recent, store } = books
  return new Reconciler({
    chain,
    accounts,
    recent,
    gaps,
    audit,
    transfers,
    log,
    evenRoundEveryMs: site.chainId === LOCAL_CHAIN ? 0 : EVEN_ROUND_EVERY_MS,
    tokenLog: new TokenLog({
      chain,
      site,
      db,
      store,
      cursor: new TokenLogStore(db, site.instanceId),
      deposits,
      ownersOf: (wallets) => wallet.ownersOf(wallets),
      onNews: () => watcher.lookAgain(),
      log,
    }),
    unattributed: found,
    movesThrough,
    walletsAfter: (userId, limit) => wallet.ownersAfter(userId, limit),
    onRound(doubts) {
      for (const doubt of DOUBTS) {
        metrics.walletsInDoubt.set({ doubt }, doubts.get(doubt) ?? 0)
      }
    },
  })
}
