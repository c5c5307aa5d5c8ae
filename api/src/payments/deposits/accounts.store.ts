import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import type { HousePayment } from '../sweep/sweep.service.ts'
import { cryptoDeposits } from './deposits.table.ts'
import type { BlockPlace } from './verify/mined-transactions.ts'

export type Owner = { userId: string; wallet: Address }
/** A wallet's account in one asset. */
export type AccountKey = Owner & { cryptoType: AssetSymbol }

/** Sums of an account's deposits up to a block. */
export type Account = {
  wallet: Address
  cryptoType: AssetSymbol
  /** Verified, whether credited or not. */
  settledWei: bigint
  /** Confirmed, but above the balance limit or undecided. */
  waitingWei: bigint
  /** Included, but not settled yet. */
  pendingWei: bigint
}

/** Amount received beyond the settled deposits of an account. */
export type Remaining = Pick<Account, 'pendingWei' | 'waitingWei'> & {
  /** Negative if deposits sum up to more than was received. */
  remainingWei: bigint
}

/** Amount received by an account on the chain. */
export type Received = {
  blockNumber: number
  /** Total up to that block, from any sender. */
  receivedWei: bigint
  /** The part that the house is known to have sent. */
  houseIn: readonly HousePayment[]
}

type AccountRow = {
  wallet: Address
  crypto_type: AssetSymbol
  settled: string
  waiting: string
  pending: string
}

/** Limit of an account's blocks, newest first. */
const BLOCKS_MAX = 1_000

export type AccountsStore = ReturnType<typeof openAccountsStore>

/** Opens the sums of deposits per wallet and asset. */
export function openAccountsStore(db: Database, instanceId: number) {
  /** Lists wallets with deposits, a page by player id. */
  function ownersAfter(userId: string, limit: number): Promise<Owner[]> {
    const { wallet } = cryptoDeposits
    return db
      .selectDistinct({ userId: cryptoDeposits.userId, wallet })
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.instanceId, instanceId),
          gt(cryptoDeposits.userId, userId),
        ),
      )
      .orderBy(cryptoDeposits.userId)
      .limit(limit)
  }

  /** Sums deposits up to a block; accounts without deposits are left out. */
  async function through(
    blockNumber: number,
    owners: readonly Owner[],
    on: Database | Transaction = db,
  ): Promise<Account[]> {
    const waits = sql`(status = 'pending' AND cause IS NOT NULL
      AND confirmations = ${CONFIRMATIONS_NEEDED})`
    const { rows } = await on.execute<AccountRow>(sql`
      SELECT wallet, crypto_type,
        coalesce(sum(amount) FILTER (WHERE status <> 'pending'), 0) AS settled,
        coalesce(sum(amount) FILTER (WHERE ${waits}), 0) AS waiting,
        coalesce(sum(amount) FILTER (WHERE status = 'pending' AND NOT ${waits}), 0)
          AS pending
      FROM crypto_deposits
      WHERE user_id = ANY(${plainArray(owners.map(({ userId }) => userId))})
        AND wallet = ANY(${plainArray(owners.map(({ wallet }) => wallet))})
        AND instance_id = ${instanceId}
        AND block_number <= ${blockNumber}
        -- Dropped payments have no confirmations.
        AND confirmations > 0
      GROUP BY wallet, crypto_type`)
    return rows.map((row) => ({
      wallet: row.wallet,
      cryptoType: row.crypto_type,
      settledWei: BigInt(row.settled),
      waitingWei: BigInt(row.waiting),
      pendingWei: BigInt(row.pending),
    }))
  }

  /**
   * Returns what was received beyond the settled deposits.
   *
   * @param on transaction that has locked the player, if the result decides
   * about a credit.
   */
  async function remainingOf(
    key: AccountKey,
    { blockNumber, houseIn, receivedWei }: Received,
    on: Database | Transaction = db,
  ): Promise<Remaining> {
    const accounts = await through(blockNumber, [key], on)
    const own = accounts.find(({ cryptoType }) => cryptoType === key.cryptoType)
    const { pendingWei = 0n, settledWei = 0n, waitingWei = 0n } = own ?? {}
    const unrecordedWei = await unrecordedOf(key, houseIn, on)
    const remainingWei = receivedWei - settledWei - unrecordedWei
    return { remainingWei, pendingWei, waitingWei }
  }

  /**
   * Lists blocks of an account's settled deposits, newest first.
   *
   * @param traced leaves out deposits without a transaction.
   */
  function blocksOf(
    key: AccountKey,
    { traced = false } = {},
  ): Promise<BlockPlace[]> {
    const { blockNumber, blockHash, txHash } = cryptoDeposits
    return db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(
        and(
          isIncluded(key),
          ne(cryptoDeposits.status, 'pending'),
          traced ? isNotNull(txHash) : undefined,
        ),
      )
      .orderBy(desc(blockNumber))
      .limit(BLOCKS_MAX)
  }

  /** Sums payments by the house that have no deposit. */
  async function unrecordedOf(
    key: AccountKey,
    houseIn: readonly HousePayment[],
    on: Database | Transaction,
  ): Promise<bigint> {
    const hashes = houseIn.flatMap((payment) => payment.hashes)
    if (key.cryptoType !== 'tBNB' || hashes.length === 0) return 0n
    const { txHash } = cryptoDeposits
    const known = await on
      .select({ txHash })
      .from(cryptoDeposits)
      .where(and(isIncluded(key), inArray(txHash, hashes)))
    const recorded = new Set(known.map((row) => row.txHash))
    const unrecorded = houseIn.filter((payment) =>
      payment.hashes.every((hash) => !recorded.has(hash)),
    )
    return unrecorded.reduce((sum, { wei }) => sum + wei, 0n)
  }

  function isIncluded({ userId, wallet, cryptoType }: AccountKey) {
    return and(
      eq(cryptoDeposits.instanceId, instanceId),
      eq(cryptoDeposits.userId, userId),
      eq(cryptoDeposits.wallet, wallet),
      eq(cryptoDeposits.cryptoType, cryptoType),
      gt(cryptoDeposits.confirmations, 0),
    )
  }

  return { ownersAfter, through, remainingOf, blocksOf }
}
