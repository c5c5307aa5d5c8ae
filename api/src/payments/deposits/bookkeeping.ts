import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Platform } from '../../platform/platform.ts'
import { openAccountsStore } from './accounts.store.ts'
import { openAttributions } from './attributions.ts'
import { openDepositReversals } from './deposit-reversals.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { openDepositsService } from './deposits.service.ts'
import { openDepositsStore } from './deposits.store.ts'
import { openRecentDepositsStore } from './recent-deposits.store.ts'
import { openGapsStore } from './reconciling.store.ts'
import { openUnattributedStore } from './unattributed.store.ts'
import { openUnattributedDeposits } from './unattributed-deposits.ts'

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
