import { escapeLiteral, type Pool } from 'pg'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import { type BlockId, hasTable } from './generation.ts'

type CacheOwner = { instance: string; chain: Pick<Chain, 'nodes'> }

/**
 * Drops the blocks that Ponder cached for another chain or branch. Ponder stores
 * them in `ponder_sync` by chain id and height and never reads them again, so they
 * would create false deposits. A comment on the schema names its chain instance.
 */
export async function claimSyncCache(
  database: Pool,
  { instance, chain }: CacheOwner,
): Promise<void> {
  const { rows } = await database.query<{ owner: string | null }>(
    `SELECT obj_description(to_regnamespace('ponder_sync')) AS owner`,
  )
  if (rows[0]?.owner === instance) {
    const newest = await newestBlock(database)
    if (!newest) return
    if (await isOnChain(chain, newest)) return trimSyncCache(database)
  }
  await database.query(
    `DROP SCHEMA IF EXISTS ponder_sync CASCADE;
     CREATE SCHEMA ponder_sync;
     COMMENT ON SCHEMA ponder_sync IS ${escapeLiteral(instance)}`,
  )
}

/**
 * Drops blocks without our logs, 190,000 a day on the testnet, which no later start
 * reads. Keeps the newest one, which identifies the branch.
 */
export async function trimSyncCache(database: Pool): Promise<void> {
  await database.query(
    `DELETE FROM ponder_sync.blocks AS block
     WHERE number < (SELECT max(number) FROM ponder_sync.blocks)
       AND NOT EXISTS (
         SELECT FROM ponder_sync.logs AS log
         WHERE log.chain_id = block.chain_id
           AND log.block_number = block.number
       );
     DELETE FROM ponder_sync.intervals WHERE starts_with(fragment_id, 'block_')`,
  )
}

/**
 * Returns true if a node has the block, since others may lag, and while no node
 * answers.
 */
async function isOnChain(
  { nodes }: CacheOwner['chain'],
  { number, hash }: BlockId,
): Promise<boolean> {
  const shown = await nodes.askReachable((node) => node.hashAt(BigInt(number)))
  return shown.length === 0 || shown.some(({ answer }) => answer === hash)
}

async function newestBlock(database: Pool): Promise<BlockId | undefined> {
  if (!(await hasTable(database, 'ponder_sync.blocks'))) return undefined
  const { rows } = await database.query<{ number: string; hash: string }>(
    'SELECT number, hash FROM ponder_sync.blocks ORDER BY number DESC LIMIT 1',
  )
  return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash }
}
