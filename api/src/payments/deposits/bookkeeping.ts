import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Platform } from '../../platform/platform.ts'
import { openAccountsStore } from './accounts.store.ts'
import { openAttributions } from './credit/attributions.ts'
import { openDepositsService } from './credit/deposits.service.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositsStore } from './deposits.store.ts'
import { openDepositReversals } from './reconcile/deposit-reversals.ts'
import { openRecentDepositsStore } from './reconcile/recent-deposits.store.ts'
import { openGapsStore } from './reconcile/reconciling.store.ts'
import { openUnattributedDeposits } from './reconcile/unattributed-deposits.ts'
import { openUnattributedStore } from './unattributed.store.ts'

/** Opens the stores of deposits, and the services that write them. */
export function openBookkeeping(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  needs: {
    chain: Pick<Chain, 'hashAt'>
    isPaused: () => boolean
    ledger: LedgerService
    onBalance: (userId: string, balance: number) => void
    site: DepositChain
    timeline: DepositTimeline
  },
) {
  const { ledger, site, timeline } = needs
  const store = openDepositsStore(db)
  const unattributed = openUnattributedStore(db)
  const accounts = openAccountsStore(db, site.instanceId)
  const gaps = openGapsStore(db, site.instanceId)
  const shared = { chain: site, db, ledger, store, timeline }
  const attributions = openAttributions({ ...shared, unattributed })
  const deposits = openDepositsService({
    ...shared,
    attributions,
    clock,
    onBalance: needs.onBalance,
  })
  return {
    accounts,
    deposits,
    gaps,
    recent: openRecentDepositsStore(db, site.instanceId),
    reversals: openDepositReversals(shared),
    store,
    unattributed,
    unattributedDeposits: openUnattributedDeposits({
      accounts,
      chain: needs.chain,
      db,
      deposits,
      gaps,
      isPaused: needs.isPaused,
      ledger,
      log,
      site,
      store,
      unattributed,
    }),
  }
}
