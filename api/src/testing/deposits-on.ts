import { parseEther } from 'viem'
import { AccountsStore } from '../features/deposits/accounts.store.ts'
import type { DepositChain } from '../features/deposits/deposit-chain.ts'
import { DepositReversals } from '../features/deposits/deposit-reversals.ts'
import { DepositTimeline } from '../features/deposits/deposit-timeline.ts'
import { DepositsService } from '../features/deposits/deposits.service.ts'
import { DepositsStore } from '../features/deposits/deposits.store.ts'
import { GapsStore } from '../features/deposits/gaps.store.ts'
import { LatePayments } from '../features/deposits/late-payments.ts'
import { UnattributedStore } from '../features/deposits/unattributed.store.ts'
import { UnattributedDeposits } from '../features/deposits/unattributed-deposits.ts'
import { LedgerService } from '../features/ledger/ledger.service.ts'
import { LedgerStore } from '../features/ledger/ledger.store.ts'
import type { Database } from '../platform/db/database.ts'
import type { Logger } from '../platform/logger.ts'
import type { PushToPlayer } from '../platform/ws/player-pushes.ts'

export const COIN = {
  symbol: 'tBNB' as const,
  minimumWei: parseEther('0.01'),
  coinsPerUnit: 100_000,
}
export const SITE: DepositChain = {
  instanceId: 7,
  chainId: 31337,
  registry: `0x${'1'.repeat(40)}`,
  indexerSchema: 'none',
  assets: [COIN],
  operator: undefined,
  treasury: undefined,
  check: async () => undefined,
}

type Told = {
  push?: PushToPlayer
  onBalance?: (userId: string, balance: number) => void
}

/** What keeps deposits, on a real database; what the chain says is told it. */
export function depositsOn(
  db: Database,
  log: Logger,
  { push = () => undefined, onBalance = () => undefined }: Told = {},
) {
  const site = SITE
  const clock = () => new Date()
  const ledger = new LedgerService({
    db,
    clock,
    store: new LedgerStore(db),
    onBalance: () => undefined,
  })
  const store = new DepositsStore(db)
  const unattributed = new UnattributedStore(db)
  const gaps = new GapsStore(db, site.instanceId)
  const timeline = new DepositTimeline({
    store,
    clock,
    push,
    instanceId: site.instanceId,
  })
  const deposits = new DepositsService({
    db,
    clock,
    store,
    ledger,
    chain: site,
    late: new LatePayments({ store, unattributed, ledger, chain: site }),
    timeline,
    onBalance,
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
    accounts: new AccountsStore(db, site.instanceId),
    gaps,
    ledger,
    deposits,
    goneBlocks: async () => [],
    log,
  })
  return { deposits, found, ledger, reversals, store }
}
