import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { WalletMovesThrough } from '../sweep/sweep.service.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import type { Paid } from './deposits.service.ts'
import type { DepositRow } from './deposits.store.ts'
import { PaymentBacking } from './payment-backing.ts'

export type CreditLimit = NonNullable<Paid['limit']>

type LimitDeps = {
  books: Pick<Bookkeeping, 'accounts' | 'unattributed'>
  chain: Chain
  db: Database
  ledger: LedgerService
  movesThrough: WalletMovesThrough
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
}

/** Bounds what operators credit by what wallets have really received. */
export class CreditLimits {
  readonly #deps: LimitDeps

  constructor(deps: LimitDeps) {
    this.#deps = deps
  }

  /**
   * Asks what a deposit's wallet has received. The limit admits all of the
   * deposit or nothing: to cut one is left to the rules.
   *
   * @returns undefined where no node keeps such old state.
   * @throws while the chain can not be asked.
   */
  async of(row: DepositRow): Promise<CreditLimit | undefined> {
    const { books, ...deps } = this.#deps
    // A new one each time: one that remembers a lack may cut at the next look.
    const backing = new PaymentBacking({ ...deps, ...books })
    const known = await backing.backingOf([row])
    if (known === 'pruned') return undefined
    return (tx, locked) => backing.backed(tx, locked, known)
  }

  /** Whether the limit admits it now; undefined while that is not known. */
  async admits(row: DepositRow): Promise<boolean | undefined> {
    const { db, log } = this.#deps
    try {
      const limit = await this.of(row)
      if (!limit) return undefined
      return await db.transaction(
        async (tx) => (await limit(tx, row)) === row.amount,
      )
    } catch (error) {
      log.warn({ error, deposit: row.id }, 'deposit.backing_unknown')
      return undefined
    }
  }
}
