import { type SQL, sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Database } from '../../../platform/db/database.ts'

/** Transfer reported by the indexer; verified before it is credited. */
export type IndexedTransfer = {
  txHash: Hash
  wallet: Address
  cryptoType: AssetSymbol
  ordinal: number
  amountWei: bigint
  sender: Address
  blockNumber: number
  blockHash: Hash
}

/** A wallet with unrecorded transfers, or pending ones in another block. */
type ChangedWallet = { wallet: Address; hasNew: boolean; hasMoved: boolean }

/** Selects transfers without a deposit, or whose deposit waits in another block. */
const IS_CHANGED = sql`(known.id IS NULL
  OR (known.status = 'pending' AND known.block_hash <> indexed.block_hash))`

/** Codes of missing tables and schemas, before the indexer publishes any. */
const MISSING = ['42P01', '3F000']

export type IndexedTransfersStore = ReturnType<typeof openIndexedTransfersStore>

/** Opens the indexer's rows, which may disappear and come back at any time. */
export function openIndexedTransfersStore(db: Database, chain: DepositChain) {
  /** Lists wallets with changed transfers, from a block on. */
  function changesSince(blockNumber: number): Promise<ChangedWallet[]> {
    return rowsOf(
      db.execute<ChangedWallet>(sql`
      SELECT indexed.wallet, bool_or(known.id IS NULL) AS "hasNew",
        bool_or(known.id IS NOT NULL) AS "hasMoved"
      ${indexedSince(blockNumber)}
      WHERE ${IS_CHANGED}
      GROUP BY indexed.wallet`),
    )
  }

  /** Returns the indexer's newest block. */
  async function head(): Promise<
    { blockNumber: number; blockHash: Hash } | undefined
  > {
    const schema = sql.identifier(chain.indexerSchema)
    const [head] = await rowsOf(
      db.execute<{ block_number: string; block_hash: Hash }>(
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

  /** Returns those of the wallets with changed transfers, up to a block. */
  async function changedAmong(
    wallets: readonly Address[],
    blockNumber: number,
  ): Promise<Set<Address>> {
    const rows = await rowsOf(
      db.execute<{ wallet: Address }>(sql`
      SELECT DISTINCT indexed.wallet ${indexedSince(0)}
      WHERE indexed.wallet IN ${[...wallets]} AND block_number <= ${blockNumber}
        AND ${IS_CHANGED}`),
    )
    return new Set(rows.map(({ wallet }) => wallet))
  }

  /**
   * Lists unrecorded transfers to the wallets, from a block on: those worth
   * coins first, and one of each wallet before the second of any.
   */
  async function newTo(
    wallets: readonly string[],
    { since, limit }: { since: number; limit: number },
  ): Promise<IndexedTransfer[]> {
    if (wallets.length === 0) return []
    const rows = await rowsOf(
      db.execute<IndexedRow>(sql`
      SELECT indexed.* ${indexedSince(since)}
      WHERE known.id IS NULL AND indexed.wallet IN ${[...wallets]}
      ORDER BY is_below_minimum, row_number() OVER (
        PARTITION BY indexed.wallet, is_below_minimum
        ORDER BY indexed.block_number, transaction_hash, indexed.ordinal
      ), indexed.block_number
      LIMIT ${limit}`),
    )
    return rows.map(asIndexedTransfer)
  }

  /** Joins the indexer's transfers with our deposits. */
  function indexedSince(since: number): SQL {
    const { assets, indexerSchema, instanceId } = chain
    const schema = sql.identifier(indexerSchema)
    const terms = Object.values(assets).map(
      ({ symbol, token, minimumWei }) =>
        sql`(${symbol}, ${token?.toLowerCase() ?? ''}, ${minimumWei}::numeric)`,
    )
    return sql`
      FROM (
        SELECT paid.*, symbol AS crypto_type, amount_wei < minimum AS is_below_minimum
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
        -- Forces an index lookup, also before statistics are updated.
        SELECT id, status, block_hash FROM crypto_deposits AS deposit
        WHERE deposit.instance_id = ${instanceId}
          AND deposit.tx_hash = indexed.transaction_hash
          AND deposit.wallet = indexed.wallet
          AND deposit.crypto_type = indexed.crypto_type
          AND deposit.ordinal = indexed.ordinal
        LIMIT 1
      ) AS known ON true`
  }

  return { changesSince, head, changedAmong, newTo }
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
    amountWei: BigInt(row.amount_wei),
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
