import { escapeLiteral, type Pool } from 'pg'
import type { PublicClient } from 'viem'
import { type BlockId, isOnChain } from './is-on-chain.ts'

type CacheOwner = { instance: string; nodes: readonly PublicClient[] }

/**
 * Ponder keeps the blocks it has fetched in `ponder_sync`, by chain id and
 * height alone, and never asks for them again: those of a re-created chain,
 * or of a branch that was given up, would make up deposits and hide others.
 * So the schema carries a note of the chain instance it is about, and is
 * dropped when that is another one or its newest block is gone.
 */
export async function claimSyncCache(
  database: Pool,
  { instance, nodes }: CacheOwner,
): Promise<void> {
  const { rows } = await database.query<{ owner: string | null }>(
    `SELECT obj_description(to_regnamespace('ponder_sync')) AS owner`,
  )
  if (rows[0]?.owner === instance) {
    const newest = await newestBlock(database)
    if (!newest || (await isOnChain(nodes, newest))) return
  }
  await database.query(
    `DROP SCHEMA IF EXISTS ponder_sync CASCADE;
     CREATE SCHEMA ponder_sync;
     COMMENT ON SCHEMA ponder_sync IS ${escapeLiteral(instance)}`,
  )
}

async function newestBlock(database: Pool): Promise<BlockId | undefined> {
  const { rows: found } = await database.query<{ made: boolean }>(
    `SELECT to_regclass('ponder_sync.blocks') IS NOT NULL AS made`,
  )
  if (!found[0]?.made) return undefined
  const { rows } = await database.query<{ number: string; hash: string }>(
    'SELECT number, hash FROM ponder_sync.blocks ORDER BY number DESC LIMIT 1',
  )
  return rows[0] && { number: BigInt(rows[0].number), hash: rows[0].hash }
}
