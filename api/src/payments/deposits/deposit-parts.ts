import type { Counter } from 'prom-client'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { WalletStore } from '../wallets/wallet.store.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import type { DepositTraces } from './deposit-traces.ts'
import type { DepositsStore } from './deposits.store.ts'
import type { IndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import type { PaymentChecker } from './verify/payment-check.ts'
import type { WalletBalances } from './verify/wallet-balances.ts'

/** Shared by all that writes deposits; needs no node of the chain. */
export type DepositWriteParts = Pick<Platform, 'clock' | 'db'> & {
  accounts: AccountsStore
  ledger: LedgerModule['service']
  onBalance: LedgerModule['onBalance']
  site: DepositChain['site']
  store: DepositsStore
  timeline: DepositTimeline
  traces?: DepositTraces | undefined
}

export type DepositParts = DepositWriteParts &
  Pick<DepositChain, 'chain' | 'reverseAfterMs'> &
  Pick<Platform, 'log' | 'metrics'> & {
    checker: PaymentChecker
    /** Counts checks in which nodes contradicted each other. */
    disagreements: Pick<Counter, 'inc'>
    isPaused: () => boolean
    nowMs: () => number
    transfers: IndexedTransfersStore
    walletBalances: WalletBalances
    wallets: WalletStore
  }
