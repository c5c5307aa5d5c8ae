import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import type { HousePayment } from '../sweep/sweep.service.ts'
import { cryptoDeposits } from './deposits.table.ts'
import type { BlockPlace } from './mined-transactions.ts'

export type Owner = { userId: string; wallet: Address }
/** A wallet's account in one asset. */
export type AccountKey = Owner & { cryptoType: AssetSymbol }

/** What our rows say that a wallet has got of an asset, in blocks up to one. */
export type Account = {
  wallet: Address
  cryptoType: AssetSymbol
  /** Found true: credited or too little, by whoever sent it. */
  settledWei: bigint
  /** With all confirmations, and waiting for room or for the operator. */
  waitingWei: bigint
  /** On the chain, and not settled yet. */
  pendingWei: bigint
}

/** What an account has got beyond what is settled. */
export type Room = Pick<Account, 'pendingWei' | 'waitingWei'> & {
  roomWei: bigint
}

/** What the chain says of an account. */
export type Received = {
  blockNumber: number
  /** What came in up to that block, whoever sent it. */
  receivedWei: bigint
  /** What the house is known to have sent of it. */
  houseIn: readonly HousePayment[]
}

type AccountRow = {
  wallet: Address
  crypto_type: AssetSymbol
  settled: string
  waiting: string
  pending: string
}

/** Places of an account's rows that are looked at, the newest. */
const PLACES_MOST = 1_000

/** What our rows say of wallets, asset by asset. */
export class AccountsStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** Wallets with deposits, a page by the player's id. */
  ownersAfter(userId: string, limit: number): Promise<Owner[]> {
    const { instanceId, wallet } = cryptoDeposits
    return this.#db
      .selectDistinct({ userId: cryptoDeposits.userId, wallet })
      .from(cryptoDeposits)
      .where(
        and(
          eq(instanceId, this.#instanceId),
          gt(cryptoDeposits.userId, userId),
        ),
      )
      .orderBy(cryptoDeposits.userId)
      .limit(limit)
  }

  /** Of the wallets that any payment is known of, by asset. */
  async through(
    blockNumber: number,
    owners: readonly Owner[],
    db: Database | Transaction = this.#db,
  ): Promise<Account[]> {
    const waits = sql`(status = 'pending' AND cause IS NOT NULL
      AND confirmations = ${CONFIRMATIONS_NEEDED})`
    const { rows } = await db.execute<AccountRow>(sql`
      SELECT wallet, crypto_type,
        coalesce(sum(amount) FILTER (WHERE status <> 'pending'), 0) AS settled,
        coalesce(sum(amount) FILTER (WHERE ${waits}), 0) AS waiting,
        coalesce(sum(amount) FILTER (WHERE status = 'pending' AND NOT ${waits}), 0)
          AS pending
      FROM crypto_deposits
      WHERE user_id = ANY(${plainArray(owners.map(({ userId }) => userId))})
        AND wallet = ANY(${plainArray(owners.map(({ wallet }) => wallet))})
        AND instance_id = ${this.#instanceId}
        AND block_number <= ${blockNumber}
        -- What the chain does not show has no confirmations.
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
   * What was received beyond what is settled: less than nothing where our rows
   * say too much.
   *
   * @param db a transaction in which the player is locked, if it decides what
   * they are given.
   */
  async roomOf(
    key: AccountKey,
    { blockNumber, houseIn, receivedWei }: Received,
    db: Database | Transaction = this.#db,
  ): Promise<Room> {
    const accounts = await this.through(blockNumber, [key], db)
    const own = accounts.find(({ cryptoType }) => cryptoType === key.cryptoType)
    const { pendingWei = 0n, settledWei = 0n, waitingWei = 0n } = own ?? {}
    const unseenWei = await this.#unseenOf(key, houseIn, db)
    const roomWei = receivedWei - settledWei - unseenWei
    return { roomWei, pendingWei, waitingWei }
  }

  /**
   * The blocks that an account's settled deposits are in, the last of them.
   *
   * @param traced only those that a transaction explains.
   */
  placesOf(key: AccountKey, { traced = false } = {}): Promise<BlockPlace[]> {
    const { blockNumber, blockHash, txHash } = cryptoDeposits
    return this.#db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(
        and(
          this.#isShown(key),
          ne(cryptoDeposits.status, 'pending'),
          traced ? isNotNull(txHash) : undefined,
        ),
      )
      .orderBy(desc(blockNumber))
      .limit(PLACES_MOST)
  }

  /** What the house sent to an account that none of our rows tells of. */
  async #unseenOf(
    key: AccountKey,
    houseIn: readonly HousePayment[],
    db: Database | Transaction,
  ): Promise<bigint> {
    const hashes = houseIn.flatMap((payment) => payment.hashes)
    if (key.cryptoType !== 'tBNB' || hashes.length === 0) return 0n
    const { txHash } = cryptoDeposits
    const known = await db
      .select({ txHash })
      .from(cryptoDeposits)
      .where(and(this.#isShown(key), inArray(txHash, hashes)))
    const seen = new Set(known.map((row) => row.txHash))
    const unseen = houseIn.filter((payment) =>
      payment.hashes.every((hash) => !seen.has(hash)),
    )
    return unseen.reduce((sum, { wei }) => sum + wei, 0n)
  }
  /** Of an account, and on the chain. */
  #isShown({ userId, wallet, cryptoType }: AccountKey) {
    return and(
      eq(cryptoDeposits.instanceId, this.#instanceId),
      eq(cryptoDeposits.userId, userId),
      eq(cryptoDeposits.wallet, wallet),
      eq(cryptoDeposits.cryptoType, cryptoType),
      gt(cryptoDeposits.confirmations, 0),
    )
  }
}
