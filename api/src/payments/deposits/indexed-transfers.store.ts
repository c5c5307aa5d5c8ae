import { type SQL, sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Database } from '../../platform/db/database.ts'

/** What the indexer says it has seen: to be checked before it means money. */
export type IndexedTransfer = {
  txHash: Hash
  wallet: Address
  cryptoType: AssetSymbol
  ordinal: number
  amount: bigint
  sender: Address
  blockNumber: number
  blockHash: Hash
}

/** A wallet with payments that are not known, or wait in another block. */
export type News = { wallet: Address; hasNew: boolean; hasMoved: boolean }

/** Selects transfers without a deposit, or whose deposit waits in another block. */
const IS_NEWS = sql`(known.id IS NULL
  OR (known.status = 'pending' AND known.block_hash <> indexed.block_hash))`

/** The indexer has not published anything yet. */
const MISSING = ['42P01', '3F000']

/** Reads the indexer's rows, which may vanish and come back at any time. */
export class IndexedTransfersStore {
  readonly #db: Database
  readonly #chain: DepositChain

  constructor(db: Database, chain: DepositChain) {
    this.#db = db
    this.#chain = chain
  }

  /** Wallets that something is new about, from a block on. */
  newsSince(blockNumber: number): Promise<News[]> {
    return rowsOf(
      this.#db.execute<News>(sql`
      SELECT indexed.wallet, bool_or(known.id IS NULL) AS "hasNew",
        bool_or(known.id IS NOT NULL) AS "hasMoved"
      ${this.#indexedSince(blockNumber)}
      WHERE ${IS_NEWS}
      GROUP BY indexed.wallet`),
    )
  }

  /** The newest block that the indexer has seen. */
  async head(): Promise<{ blockNumber: number; blockHash: Hash } | undefined> {
    const schema = sql.identifier(this.#chain.indexerSchema)
    const [head] = await rowsOf(
      this.#db.execute<{ block_number: string; block_hash: Hash }>(
        sql`SELECT block_number, block_hash FROM ${schema}.heads`,
      ),
    )
    return (
      head && {
        blockNumber: Number(head.block_number),
        blockHash: head.block_hash,
      }
    )
  }

  /** Those of the wallets that something is new about, up to a block. */
  async newsOf(
    wallets: readonly Address[],
    blockNumber: number,
  ): Promise<Set<Address>> {
    const rows = await rowsOf(
      this.#db.execute<{ wallet: Address }>(sql`
      SELECT DISTINCT indexed.wallet ${this.#indexedSince(0)}
      WHERE indexed.wallet IN ${[...wallets]} AND block_number <= ${blockNumber}
        AND ${IS_NEWS}`),
    )
    return new Set(rows.map(({ wallet }) => wallet))
  }

  /**
   * Payments to the wallets that are not known, from a block on: those worth
   * coins first, and of every wallet one before the second of any.
   */
  async newTo(
    wallets: readonly string[],
    { since, limit }: { since: number; limit: number },
  ): Promise<IndexedTransfer[]> {
    if (wallets.length === 0) return []
    const rows = await rowsOf(
      this.#db.execute<IndexedRow>(sql`
      SELECT indexed.* ${this.#indexedSince(since)}
      WHERE known.id IS NULL AND indexed.wallet IN ${[...wallets]}
      ORDER BY is_dust, row_number() OVER (
        PARTITION BY indexed.wallet, is_dust
        ORDER BY indexed.block_number, transaction_hash, indexed.ordinal
      ), indexed.block_number
      LIMIT ${limit}`),
    )
    return rows.map(asIndexedTransfer)
  }

  /** The indexer's payments, each beside ours when it is known. */
  #indexedSince(since: number): SQL {
    const { assets, indexerSchema, instanceId } = this.#chain
    const schema = sql.identifier(indexerSchema)
    const terms = assets.map(
      ({ symbol, token, minimumWei }) =>
        sql`(${symbol}, ${token?.toLowerCase() ?? ''}, ${minimumWei}::numeric)`,
    )
    return sql`
      FROM (
        SELECT paid.*, symbol AS crypto_type, amount_wei < minimum AS is_dust
        FROM (
          SELECT transaction_hash, wallet, '' AS token, 0 AS ordinal,
            amount_wei, sender, block_number, block_hash
          FROM ${schema}.native_transfers WHERE block_number >= ${since}
          UNION ALL
          SELECT transaction_hash, wallet, token, row_number() OVER (
              PARTITION BY transaction_hash, wallet, token ORDER BY log_index
            ) - 1, amount_wei, sender, block_number, block_hash
          FROM ${schema}.token_transfers WHERE block_number >= ${since}
        ) AS paid
        JOIN (VALUES ${sql.join(terms, sql`, `)})
          AS asset (symbol, token, minimum) USING (token)
      ) AS indexed
      LEFT JOIN LATERAL (
        -- By its index, whatever the planner makes of a sudden crowd.
        SELECT id, status, block_hash FROM crypto_deposits AS deposit
        WHERE deposit.instance_id = ${instanceId}
          AND deposit.tx_hash = indexed.transaction_hash
          AND deposit.wallet = indexed.wallet
          AND deposit.crypto_type = indexed.crypto_type
          AND deposit.ordinal = indexed.ordinal
        LIMIT 1
      ) AS known ON true`
  }
}

type IndexedRow = {
  transaction_hash: Hash
  wallet: Address
  crypto_type: AssetSymbol
  ordinal: string
  amount_wei: string
  sender: Address
  block_number: string
  block_hash: Hash
}

function asIndexedTransfer(row: IndexedRow): IndexedTransfer {
  return {
    txHash: row.transaction_hash,
    wallet: row.wallet,
    cryptoType: row.crypto_type,
    ordinal: Number(row.ordinal),
    amount: BigInt(row.amount_wei),
    sender: row.sender,
    blockNumber: Number(row.block_number),
    blockHash: row.block_hash,
  }
}

async function rowsOf<T>(asked: Promise<{ rows: T[] }>): Promise<T[]> {
  try {
    return (await asked).rows
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof DatabaseError && MISSING.includes(cause.code ?? '')
}
