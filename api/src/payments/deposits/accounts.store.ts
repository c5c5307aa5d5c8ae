import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  max,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import type { HousePayment } from '../sweep/sweep.service.ts'
import type { Owner } from '../wallets/wallet.store.ts'
import {
  type AccountKey,
  type DepositRow,
  isOfAccount,
} from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'

/** Amount received by an account on the chain. */
export type Received = {
  blockNumber: number
  /** Total up to that block, from any sender. */
  receivedWei: bigint
  /** Known payments by the operator account among them. */
  houseIn: readonly HousePayment[]
}

const EMPTY = {
  /** Verified, whether credited or not. */
  settledWei: 0n,
  /** Confirmed, but above the balance limit or undecided. */
  waitingWei: 0n,
  /** Included, but not settled yet. */
  pendingWei: 0n,
}
const { blockNumber, confirmations, fromBlock, status, txHash } = cryptoDeposits

export type AccountsStore = ReturnType<typeof createAccountsStore>

/**
 * Creates the store of deposits per wallet and asset: their sums, and the unattributed
 * ones, which have no transaction.
 */
export function createAccountsStore(db: Database, instanceId: number) {
  const isOfInstance = eq(cryptoDeposits.instanceId, instanceId)

  /** Sums deposits up to a block. @returns the sums of an account. */
  async function readTotals(
    block: number,
    owners: readonly Owner[],
    on: Database | Transaction = db,
  ) {
    const waits = sql`(status = 'pending' AND cause IS NOT NULL
      AND confirmations = ${CONFIRMATIONS_NEEDED})`
    const { rows } = await on.execute<Record<string, string>>(sql`
      SELECT wallet, crypto_type,
        coalesce(sum(amount) FILTER (WHERE status <> 'pending'), 0) AS settled,
        coalesce(sum(amount) FILTER (WHERE ${waits}), 0) AS waiting,
        coalesce(sum(amount) FILTER (WHERE status = 'pending' AND NOT ${waits}), 0)
          AS pending
      FROM crypto_deposits
      WHERE user_id = ANY(${plainArray(owners.map(({ userId }) => userId))})
        AND wallet = ANY(${plainArray(owners.map(({ wallet }) => wallet))})
        AND instance_id = ${instanceId}
        AND block_number <= ${block}
        -- Dropped payments have no confirmations.
        AND confirmations > 0
      GROUP BY wallet, crypto_type`)
    const totals = new Map(
      rows.map(({ wallet, crypto_type, settled, waiting, pending }) => [
        `${wallet} ${crypto_type}`,
        {
          settledWei: BigInt(settled ?? 0),
          waitingWei: BigInt(waiting ?? 0),
          pendingWei: BigInt(pending ?? 0),
        },
      ]),
    )
    return ({ wallet, cryptoType }: Omit<AccountKey, 'userId'>) =>
      totals.get(`${wallet} ${cryptoType}`) ?? EMPTY
  }

  /**
   * Returns what was received beyond the settled deposits: negative if these
   * sum up to more.
   *
   * @param on transaction that has locked the player, if the result decides
   * about a credit.
   */
  async function readRemaining(
    key: AccountKey,
    { blockNumber, houseIn, receivedWei }: Received,
    on: Database | Transaction = db,
  ) {
    const totals = (await readTotals(blockNumber, [key], on))(key)
    const unrecordedWei = await sumUnrecorded(key, houseIn, on)
    const remainingWei = receivedWei - totals.settledWei - unrecordedWei
    return { ...totals, remainingWei }
  }

  async function sumUnrecorded(
    key: AccountKey,
    houseIn: readonly HousePayment[],
    on: Database | Transaction,
  ): Promise<bigint> {
    const hashes = houseIn.flatMap((payment) => payment.hashes)
    if (hashes.length === 0) return 0n
    const known = await on
      .select({ txHash })
      .from(cryptoDeposits)
      .where(
        and(
          isOfInstance,
          isOfAccount(key),
          gt(confirmations, 0),
          inArray(txHash, hashes),
        ),
      )
    const recorded = new Set(known.map((row) => row.txHash))
    return houseIn
      .filter((payment) => payment.hashes.every((hash) => !recorded.has(hash)))
      .reduce((sum, { wei }) => sum + wei, 0n)
  }

  /** Returns the block after an account's last unattributed deposit. */
  async function firstUncoveredBlock(
    tx: Transaction,
    account: AccountKey,
  ): Promise<number> {
    const [last] = await tx
      .select({ block: max(blockNumber) })
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), ne(status, 'reversed')))
    return (last?.block ?? -1) + 1
  }

  /** Locks a reversed unattributed deposit with an absorbed loss. */
  function lockAbsorbed(tx: Transaction, account: AccountKey) {
    const hasLoss = gt(cryptoDeposits.absorbed, 0)
    return lockFirst(tx, account, and(eq(status, 'reversed'), hasLoss))
  }

  /** Locks the unattributed deposit that a payment may be part of. */
  async function lockUnattributed(tx: Transaction, payment: DepositRow) {
    if (payment.txHash === null) return undefined
    const covers = and(
      lte(fromBlock, payment.blockNumber),
      gte(blockNumber, payment.blockNumber),
    )
    return lockFirst(tx, payment, and(ne(status, 'reversed'), covers))
  }

  async function lockFirst(
    tx: Transaction,
    account: AccountKey,
    condition: SQL | undefined,
  ): Promise<DepositRow | undefined> {
    const [row] = await tx
      .select()
      .from(cryptoDeposits)
      .where(and(isUnattributed(account), condition))
      .orderBy(fromBlock, cryptoDeposits.id)
      .limit(1)
      .for('update')
    return row
  }

  /**
   * Returns a predicate that is true for payments to accounts with unattributed
   * deposits, which may cover the payment already.
   */
  async function createOverlapCheck(
    payments: readonly DepositRow[],
  ): Promise<(payment: DepositRow) => boolean> {
    const { cryptoType, userId } = cryptoDeposits
    const users = new Set(payments.map((row) => row.userId))
    const rows = await db
      .selectDistinct({ account: sql`${userId} || ' ' || ${cryptoType}` })
      .from(cryptoDeposits)
      .where(
        and(
          inArray(userId, [...users]),
          isOfInstance,
          isNull(txHash),
          ne(status, 'reversed'),
        ),
      )
    const accounts = new Set(rows.map(({ account }) => account))
    return (row) => accounts.has(`${row.userId} ${row.cryptoType}`)
  }

  function isUnattributed(account: AccountKey) {
    return and(isOfInstance, isOfAccount(account), isNull(txHash))
  }

  return {
    readTotals,
    readRemaining,
    firstUncoveredBlock,
    lockAbsorbed,
    lockUnattributed,
    createOverlapCheck,
  }
}
