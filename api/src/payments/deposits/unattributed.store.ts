import { and, desc, eq, gt, gte, inArray, isNull, lte, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'

/** A wallet's account in one asset. */
type Account = Pick<
  DepositRow,
  'instanceId' | 'userId' | 'wallet' | 'cryptoType'
>

/** Deposits that no single transaction explains. */
export class UnattributedStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The first block of an account in which nothing unattributed was found. */
  async unexplainedFrom(tx: Transaction, account: Account): Promise<number> {
    const { blockNumber } = cryptoDeposits
    const [last] = await tx
      .select({ blockNumber })
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), isLeft))
      .orderBy(desc(blockNumber))
      .limit(1)
    return last ? last.blockNumber + 1 : 0
  }

  /** Locks one that was taken back, and of which the house still bears some. */
  async lockAbsorbed(
    tx: Transaction,
    account: Account,
  ): Promise<DepositRow | undefined> {
    const { absorbed, status } = cryptoDeposits
    const isUndone = and(eq(status, 'reversed'), gt(absorbed, 0))
    const [undone] = await tx
      .select()
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), isUndone))
      .orderBy(cryptoDeposits.id)
      .limit(1)
      .for('update')
    return undone
  }

  /** Locks the unattributed deposit that a payment may be part of. */
  async lockFor(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<DepositRow | undefined> {
    if (payment.txHash === null) return undefined
    const { blockNumber, fromBlock } = cryptoDeposits
    const [found] = await tx
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          isUnattributed(payment),
          isLeft,
          lte(fromBlock, payment.blockNumber),
          gte(blockNumber, payment.blockNumber),
        ),
      )
      .orderBy(fromBlock)
      .limit(1)
      .for('update')
    return found
  }

  /** Says of payments whether something was found in their accounts. */
  async hasFound(
    instanceId: number,
    payments: readonly DepositRow[],
  ): Promise<(payment: DepositRow) => boolean> {
    const { cryptoType, txHash, userId } = cryptoDeposits
    const users = payments.map((row) => row.userId)
    const rows = await this.#db
      .selectDistinct({ userId, cryptoType })
      .from(cryptoDeposits)
      .where(
        and(
          inArray(userId, [...new Set(users)]),
          eq(cryptoDeposits.instanceId, instanceId),
          isNull(txHash),
          isLeft,
        ),
      )
    const keyOf = (row: Pick<DepositRow, 'cryptoType' | 'userId'>) =>
      `${row.userId} ${row.cryptoType}`
    const accounts = new Set(rows.map(keyOf))
    return (payment) => accounts.has(keyOf(payment))
  }

  /** Unattributed deposits that are to be credited, a page by id. */
  waiting(
    instanceId: number,
    { after, limit }: { after: string; limit: number },
  ): Promise<DepositRow[]> {
    return this.#db
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.instanceId, instanceId),
          eq(cryptoDeposits.status, 'pending'),
          isNull(cryptoDeposits.txHash),
          gt(cryptoDeposits.id, after),
        ),
      )
      .orderBy(cryptoDeposits.id)
      .limit(limit)
  }
}

const isLeft = ne(cryptoDeposits.status, 'reversed')

function isUnattributed({ instanceId, userId, wallet, cryptoType }: Account) {
  return and(
    eq(cryptoDeposits.instanceId, instanceId),
    eq(cryptoDeposits.userId, userId),
    eq(cryptoDeposits.wallet, wallet),
    eq(cryptoDeposits.cryptoType, cryptoType),
    isNull(cryptoDeposits.txHash),
  )
}
