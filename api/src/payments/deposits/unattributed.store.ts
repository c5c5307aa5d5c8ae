import { and, desc, eq, gt, gte, inArray, isNull, lte, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'

/** A wallet's account in one asset. */
type Account = Pick<
  DepositRow,
  'instanceId' | 'userId' | 'wallet' | 'cryptoType'
>

export type UnattributedStore = ReturnType<typeof openUnattributedStore>

/** Opens deposits without a transaction. */
export function openUnattributedStore(db: Database) {
  /** Returns the block after an account's last unattributed deposit. */
  async function firstUncoveredBlock(
    tx: Transaction,
    account: Account,
  ): Promise<number> {
    const { blockNumber } = cryptoDeposits
    const [last] = await tx
      .select({ blockNumber })
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), isNotReversed))
      .orderBy(desc(blockNumber))
      .limit(1)
    return last ? last.blockNumber + 1 : 0
  }

  /** Locks a reversed deposit with an absorbed loss. */
  async function lockAbsorbed(
    tx: Transaction,
    account: Account,
  ): Promise<DepositRow | undefined> {
    const { absorbed, status } = cryptoDeposits
    const isAbsorbed = and(eq(status, 'reversed'), gt(absorbed, 0))
    const [row] = await tx
      .select()
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), isAbsorbed))
      .orderBy(cryptoDeposits.id)
      .limit(1)
      .for('update')
    return row
  }

  /** Locks the unattributed deposit that a payment may be part of. */
  async function lockFor(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<DepositRow | undefined> {
    if (payment.txHash === null) return undefined
    const { blockNumber, fromBlock } = cryptoDeposits
    const [row] = await tx
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          isUnattributed(payment),
          isNotReversed,
          lte(fromBlock, payment.blockNumber),
          gte(blockNumber, payment.blockNumber),
        ),
      )
      .orderBy(fromBlock)
      .limit(1)
      .for('update')
    return row
  }

  /**
   * Returns a predicate that is true for payments to accounts with unattributed
   * deposits, which may cover the payment already.
   */
  async function mayOverlapWith(
    instanceId: number,
    payments: readonly DepositRow[],
  ): Promise<(payment: DepositRow) => boolean> {
    const { cryptoType, txHash, userId } = cryptoDeposits
    const users = payments.map((row) => row.userId)
    const rows = await db
      .selectDistinct({ userId, cryptoType })
      .from(cryptoDeposits)
      .where(
        and(
          inArray(userId, [...new Set(users)]),
          eq(cryptoDeposits.instanceId, instanceId),
          isNull(txHash),
          isNotReversed,
        ),
      )
    const keyOf = (row: Pick<DepositRow, 'cryptoType' | 'userId'>) =>
      `${row.userId} ${row.cryptoType}`
    const accounts = new Set(rows.map(keyOf))
    return (payment) => accounts.has(keyOf(payment))
  }

  /** Lists pending unattributed deposits, a page by id. */
  function waiting(
    instanceId: number,
    { after, limit }: { after: string; limit: number },
  ): Promise<DepositRow[]> {
    return db
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

  return { firstUncoveredBlock, lockAbsorbed, lockFor, mayOverlapWith, waiting }
}

const isNotReversed = ne(cryptoDeposits.status, 'reversed')

function isUnattributed({ instanceId, userId, wallet, cryptoType }: Account) {
  return and(
    eq(cryptoDeposits.instanceId, instanceId),
    eq(cryptoDeposits.userId, userId),
    eq(cryptoDeposits.wallet, wallet),
    eq(cryptoDeposits.cryptoType, cryptoType),
    isNull(cryptoDeposits.txHash),
  )
}
