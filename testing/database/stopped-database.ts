import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { migrate } from '../../api/src/platform/db/database.ts'
import { withDataDirectory } from '../../scripts/product/data-directory.ts'
import { startDatabase } from '../../scripts/product/database.ts'
import { toLaunchConfig } from '../../scripts/product/launch-config.ts'
import { loadSecrets } from '../../scripts/product/secrets.ts'

/** Inserts a player with 1000 coins, posted like by the ledger. */
export const NEW_PLAYER = `
  WITH posting AS (
    INSERT INTO batches (partition, players, grants) VALUES (0, 1000, -1000) RETURNING id
  ), player AS (
    INSERT INTO users (id, username, password, balance, seq)
    VALUES (gen_random_uuid(), gen_random_uuid()::text, '-', 1000, 1) RETURNING id
  ), account AS (
    UPDATE global_stats SET grant_balance = grant_balance - 1000 WHERE id = 0
  )
  INSERT INTO transactions (user_id, seq, id, type, amount, balance_after, batch_id)
  SELECT player.id, 1, gen_random_uuid(), 'grant', 1000, 1000, posting.id
  FROM player, posting`

type OpenDatabase = { client: Client; url: string }

/** Runs the database over `dataDir`, as npm start does, during `work`. */
export function onDatabase<T>(
  dataDir: string,
  work: (open: OpenDatabase) => Promise<T>,
): Promise<T> {
  const config = toLaunchConfig({ DATA_DIR: dataDir })
  return withDataDirectory(config, async (supervisor) => {
    const secrets = loadSecrets(dataDir)
    const url = await startDatabase(config, secrets, supervisor)
    const client = new Client(url)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work({ client, url })
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}

export type StoppedDatabase = {
  dataDir: string
  /** Returns the file of a table. */
  filePath: (table: string) => string
}

/** Makes a database of three players and stops it, to copy for each test. */
export async function stoppedDatabase(): Promise<StoppedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'casino-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const files = await onDatabase(dataDir, async ({ client, url }) => {
    await migrate(url)
    for (let count = 0; count < 3; count += 1) await client.query(NEW_PLAYER)
    const { rows } = await client.query<{ name: string; path: string }>(`
      SELECT relname AS name, pg_relation_filepath(oid) AS path FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
    return new Map(rows.map(({ name, path }) => [name, path]))
  })
  const filePath = (table: string) =>
    join(dataDir, 'postgres', files.get(table) ?? table)
  return { dataDir, filePath }
}

export function copyDatabase({
  dataDir,
  filePath,
}: StoppedDatabase): StoppedDatabase {
  const folder = join(testFolder(), 'data')
  execFileSync('cp', ['-a', dataDir, folder])
  return {
    dataDir: folder,
    filePath: (table) => filePath(table).replace(dataDir, folder),
  }
}
