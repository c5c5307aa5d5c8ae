import { type SQL, sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import type { Address, Hash } from 'viem'
import type { Database } from '../../../platform/db/database.ts'
import type { DepositSite } from '../../deposit-chain.ts'
import type { BlockPlace, DepositRow } from '../deposits.store.ts'

/** Reported transfer to a wallet; verified before it is credited. */
export type IndexedTransfer = Pick<
  DepositRow,
  'wallet' | 'cryptoType' | 'ordinal' | 'amountWei' | keyof BlockPlace
> & { txHash: Hash; sender: Address }

const IS_NEW = sql`known.id IS NULL`
/** Selects transfers whose deposit waits in another block. */
const HAS_MOVED = sql`(known.status = 'pending' AND known.block_hash <> indexed.block_hash)`

type ChangedRow = Omit<IndexedTransfer, 'amountWei'> & {
  amountWei: string
  isNew: boolean
}

/** Codes of missing tables and schemas, before the indexer publishes any. */
const MISSING = ['42P01', '3F000']

export type IndexedTransfersStore = ReturnType<
  typeof createIndexedTransfersStore
>

/** Creates the store of the indexer's rows, which may disappear and come back at any time. */
export function createIndexedTransfersStore(db: Database, chain: DepositSite) {
  const { assets, indexerSchema, instanceId } = chain
  const schema = sql.identifier(indexerSchema)

  async function head(): Promise<BlockPlace | undefined> {
    const [head] = await readRows(
      db.execute<BlockPlace>(sql`SELECT block_number::integer AS "blockNumber", block_hash AS "blockHash"
          FROM ${schema}.heads`),
    )
    return head
  }

  /** Returns those of the wallets with new or moved transfers, up to a block. */
  async function findChangedWallets(
    wallets: readonly Address[],
    blockNumber: number,
  ): Promise<Set<Address>> {
    const rows = await readRows(
      db.execute<{ wallet: Address }>(sql`
      SELECT DISTINCT indexed.wallet ${indexedSince(0)}
      WHERE indexed.wallet IN ${[...wallets]} AND block_number <= ${blockNumber}
        AND (${IS_NEW} OR ${HAS_MOVED})`),
    )
    return new Set(rows.map(({ wallet }) => wallet))
  }

  /**
   * Reads what has changed from a block on. Unrecorded transfers to players'
   * wallets that are worth coins come first, and one of each wallet before the
   * second of any.
   */
  async function changesSince(
    since: number,
    limit: number,
  ): Promise<{ unrecorded: IndexedTransfer[]; hasMoved: boolean }> {
    const rows = await readRows(
      db.execute<ChangedRow>(sql`
      SELECT transaction_hash AS "txHash", indexed.wallet,
        indexed.crypto_type AS "cryptoType", indexed.ordinal::integer,
        amount_wei AS "amountWei", sender,
        block_number::integer AS "blockNumber", indexed.block_hash AS "blockHash",
        ${IS_NEW} AS "isNew"
      ${indexedSince(since)}
      WHERE ${IS_NEW} AND EXISTS (
        SELECT FROM wallet_keys WHERE address = indexed.wallet
      ) OR ${HAS_MOVED}
      ORDER BY ${IS_NEW} DESC, is_below_minimum, row_number() OVER (
        PARTITION BY indexed.wallet, is_below_minimum
        ORDER BY indexed.block_number, transaction_hash, indexed.ordinal
      ), indexed.block_number
      LIMIT ${limit}`),
    )
    const unrecorded = rows.flatMap(({ isNew, ...row }) =>
      isNew ? { ...row, amountWei: BigInt(row.amountWei) } : [],
    )
    return { unrecorded, hasMoved: unrecorded.length < rows.length }
  }

  function indexedSince(since: number): SQL {
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

  return { head, changesSince, findChangedWallets }
}

async function readRows<T>(query: Promise<{ rows: T[] }>): Promise<T[]> {
  try {
    return (await query).rows
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    const code = cause instanceof DatabaseError ? (cause.code ?? '') : ''
    if (MISSING.includes(code)) return []
    throw error
  }
}
