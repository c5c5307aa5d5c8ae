import { escapeIdentifier, type Pool } from 'pg'

/**
 * A schema that one run of Ponder fills from the first block. A new one never waits
 * for the lock of a killed run or conflicts with changed code. Views show readers
 * the last generation that caught up.
 */
export type Generation = { schema: string; viewsSchema: string }

export type BlockId = { number: number; hash: string }

// Matches the names of indexerSchema in core/chain/chains.ts.
const OURS = '^indexer_[0-9]+_[0-9a-f]{8}_[0-9a-f]{8}(_[0-9a-z]+)?$'

const TABLES = [
  'registered_wallets',
  'native_transfers',
  'token_transfers',
  'heads',
]

/** Returns the newest block of a generation; undefined during its backfill. */
export async function headOf(
  database: Pool,
  { schema }: Generation,
): Promise<BlockId | undefined> {
  const quoted = escapeIdentifier(schema)
  if (!(await hasTable(database, `${quoted}.heads`))) return undefined
  const { rows } = await database.query<{ number: string; hash: string }>(
    `SELECT block_number AS number, block_hash AS hash
     FROM ${quoted}.heads, ${quoted}._ponder_meta
     WHERE value ->> 'is_ready' = '1'`,
  )
  return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash }
}

export async function hasTable(database: Pool, name: string): Promise<boolean> {
  const sql = 'SELECT WHERE to_regclass($1) IS NOT NULL'
  return (await database.query(sql, [name])).rowCount === 1
}

/** Returns a number that grows while a generation catches up: rows and heartbeat. */
export async function progressOf(
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

/** Publishes this generation to readers, and drops all others. */
export async function publish(
  database: Pool,
  { schema, viewsSchema }: Generation,
): Promise<void> {
  const views = escapeIdentifier(viewsSchema)
  const tables = escapeIdentifier(schema)
  // One indexer per database and one chain instance at a time. Credits of earlier
  // instances are in the API's own tables.
  const { rows: others } = await database.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
     WHERE nspname ~ $1 AND nspname <> ALL ($2)`,
    [OURS, [schema, viewsSchema]],
  )
  // PostgreSQL runs a list of statements as one transaction, so readers see
  // either the old rows or the new ones.
  await database.query(
    [
      `DROP SCHEMA IF EXISTS ${views} CASCADE`,
      `CREATE SCHEMA ${views}`,
      ...TABLES.map(
        (name) => `CREATE VIEW ${views}.${name} AS TABLE ${tables}.${name}`,
      ),
      ...others.map(
        ({ name }) => `DROP SCHEMA IF EXISTS ${escapeIdentifier(name)} CASCADE`,
      ),
    ].join(';\n'),
  )
}
