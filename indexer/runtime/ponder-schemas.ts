import { escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'

/**
 * A schema that one run of Ponder fills from the first block. A new one never waits
 * for the lock of a killed run or conflicts with changed code. Ponder's views show
 * readers the last generation that caught up.
 */
export type Generation = { schema: string; viewsSchema: string }

export type BlockId = { number: number; hash: string }

// Matches the names of indexerSchema in core/chain/chains.ts.
const OURS = '^indexer_[0-9]+_[0-9a-f]{8}_[0-9a-f]{8}(_[0-9a-z]+)?$'

/** Returns the newest block of a generation; undefined during its backfill. */
export async function readHead(
  database: Pool,
  { schema }: Generation,
): Promise<BlockId | undefined> {
  const name = escapeIdentifier(schema)
  return firstBlock(
    database,
    `${name}.heads`,
    `SELECT block_number AS number, block_hash AS hash
     FROM ${name}.heads, ${name}._ponder_meta WHERE value ->> 'is_ready' = '1'`,
  )
}

/** Returns a number that grows while a generation catches up: rows and heartbeat. */
export async function readProgress(
  database: Pool,
  { schema }: Generation,
): Promise<string> {
  const { rows } = await database.query<{ written: string }>(
    `SELECT coalesce(sum(n_tup_ins + n_tup_upd), 0)::text AS written
     FROM pg_stat_user_tables
     WHERE schemaname IN ('ponder_sync', $1)
       AND NOT starts_with(relname, '_ponder')`,
    [schema],
  )
  return rows[0]?.written ?? ''
}

/**
 * Drops all schemas of earlier generations and chain instances, whose credits are in
 * the API's own tables. One indexer per database runs at a time.
 */
export async function dropOthers(
  database: Pool,
  { schema, viewsSchema }: Generation,
): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT quote_ident(nspname) AS name FROM pg_namespace
     WHERE nspname ~ $1 AND nspname <> ALL ($2)`,
    [OURS, [schema, viewsSchema]],
  )
  for (const { name } of rows) {
    await database.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`)
  }
}

/**
 * Drops the blocks that Ponder cached for another chain or branch. Ponder stores
 * them in `ponder_sync` by chain id and height and never reads them again, so they
 * would create false deposits. A comment on the schema names its chain instance.
 */
export async function claimSyncCache(
  database: Pool,
  { instance, nodes }: { instance: string; nodes: Chain['nodes'] },
): Promise<void> {
  const { rows } = await database.query<{ owner: string | null }>(
    `SELECT obj_description(to_regnamespace('ponder_sync')) AS owner`,
  )
  if (rows[0]?.owner === instance) {
    const newest = await firstBlock(
      database,
      'ponder_sync.blocks',
      'SELECT number, hash FROM ponder_sync.blocks ORDER BY number DESC LIMIT 1',
    )
    if (!newest) return
    if (await isOnChain(nodes, newest)) return trimSyncCache(database)
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
  nodes: Chain['nodes'],
  { number, hash }: BlockId,
): Promise<boolean> {
  const shown = await nodes.queryReachable((node) =>
    node.hashAt(BigInt(number)),
  )
  return shown.length === 0 || shown.some(({ answer }) => answer === hash)
}

/** Returns the first row of a query, if its table exists yet. */
async function firstBlock(
  database: Pool,
  table: string,
  query: string,
): Promise<BlockId | undefined> {
  const exists = 'SELECT WHERE to_regclass($1) IS NOT NULL'
  if ((await database.query(exists, [table])).rowCount === 0) return undefined
  const { rows } = await database.query<{ number: string; hash: string }>(query)
  return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash }
}
