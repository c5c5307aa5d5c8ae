import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Platform } from '../../platform/platform.ts'
import { AccountsStore } from './accounts.store.ts'
import { DepositReversals } from './deposit-reversals.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { DepositsService } from './deposits.service.ts'
import { DepositsStore } from './deposits.store.ts'
import { GapsStore } from './gaps.store.ts'
import { LatePayments } from './late-payments.ts'
import type { BlockPlace } from './mined-transactions.ts'
import { RecentDepositsStore } from './recent-deposits.store.ts'
import { UnattributedStore } from './unattributed.store.ts'
import { UnattributedDeposits } from './unattributed-deposits.ts'

export type Bookkeeping = ReturnType<typeof openBookkeeping>

/**
 * What writes deposits and their coins down. What the chain says it is told.
 */
export function openBookkeeping(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  needs: {
    site: DepositChain
    ledger: LedgerService
    timeline: DepositTimeline
    onBalance: (userId: string, balance: number) => void
    isPaused?: () => boolean
    /** Those of some blocks that the chain does not have. */
    reorgedBlocks: (places: readonly BlockPlace[]) => Promise<BlockPlace[]>
  },
) {
  const { reorgedBlocks, ledger, onBalance, site, timeline } = needs
  const store = new DepositsStore(db)
  const unattributed = new UnattributedStore(db)
  const accounts = new AccountsStore(db, site.instanceId)
  const gaps = new GapsStore(db, site.instanceId)
  const recent = new RecentDepositsStore(db, site.instanceId)
  const late = new LatePayments({ store, unattributed, ledger, chain: site })
  const deposits = new DepositsService({
    db,
    store,
    ledger,
    late,
    timeline,
    clock,
    onBalance,
    chain: site,
  })
  const reversals = new DepositReversals({
    db,
    store,
    ledger,
    timeline,
    chain: site,
  })
  const found = new UnattributedDeposits({
    db,
    site,
    store,
    unattributed,
    accounts,
    gaps,
    ledger,
    deposits,
    reorgedBlocks,
    isPaused: needs.isPaused ?? (() => false),
    log,
  })
  return {
    accounts,
    deposits,
    found,
    gaps,
    recent,
    reversals,
    store,
    unattributed,
  }
}
