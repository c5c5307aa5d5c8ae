import { sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DepositChain } from './deposit-chain.ts'

/** What the indexer says it has seen: to be checked before it means money. */
export type Hint = {
  /** The payment's row, when it is known in another block. */
  depositId: string | null
  txHash: Hash
  wallet: Address
  cryptoType: AssetSymbol
  ordinal: number
  amount: bigint
  sender: Address
  blockNumber: number
  blockHash: Hash
}

const NATIVE: AssetSymbol = 'tBNB'
/** The indexer has not published anything yet. */
const MISSING = ['42P01', '3F000']

/** Reads the indexer's rows, which may vanish and come back at any time. */
export class HintsStore {
  readonly #db: Database
  readonly #chain: DepositChain

  constructor(db: Database, chain: DepositChain) {
    this.#db = db
    this.#chain = chain
  }

  /** Payments from a block on that are not known, or wait in another block. */
  async newSince(blockNumber: number): Promise<Hint[]> {
    try {
      const { rows } = await this.#db.execute<RawHint>(this.#query(blockNumber))
      return rows.map(asHint)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  #query(since: number) {
    const { assets, indexerSchema, instanceId } = this.#chain
    const schema = sql.identifier(indexerSchema)
    const tokens = assets.flatMap(({ symbol, token }) =>
      token ? [sql`(${token.toLowerCase()}, ${symbol})`] : [],
    )
    return sql`
      SELECT known.id AS deposit_id, hint.* FROM (
        SELECT transaction_hash, wallet, ${NATIVE}::text AS crypto_type,
          0 AS ordinal, amount_wei, sender, block_number, block_hash
        FROM ${schema}.native_transfers WHERE block_number >= ${since}
        UNION ALL
        SELECT transaction_hash, wallet, asset.symbol,
          row_number() OVER (
            PARTITION BY transaction_hash, wallet, token ORDER BY log_index
          ) - 1, amount_wei, sender, block_number, block_hash
        FROM ${schema}.token_transfers
        JOIN (VALUES ${sql.join(tokens, sql`, `)}) AS asset (address, symbol)
          ON asset.address = token
        WHERE block_number >= ${since}
      ) AS hint
      LEFT JOIN crypto_deposits AS known ON known.instance_id = ${instanceId}
        AND known.tx_hash = hint.transaction_hash
        AND known.wallet = hint.wallet
        AND known.crypto_type = hint.crypto_type
        AND known.ordinal = hint.ordinal
      WHERE known.id IS NULL
        OR (known.status = 'pending' AND known.block_hash <> hint.block_hash)
      ORDER BY hint.block_number`
  }
}

type RawHint = {
  deposit_id: string | null
  transaction_hash: Hash
  wallet: Address
  crypto_type: AssetSymbol
  ordinal: string
  amount_wei: string
  sender: Address
  block_number: string
  block_hash: Hash
}

function asHint(row: RawHint): Hint {
  return {
    depositId: row.deposit_id,
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

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof DatabaseError && MISSING.includes(cause.code ?? '')
}
