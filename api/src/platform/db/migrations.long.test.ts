import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, test } from 'vitest'
import { EARLIER_ROWS } from '#testing/database/earlier-rows.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { auditLedger } from '../../ledger/ledger-audit.service.ts'
import { migrate, openDatabase } from './database.ts'

const MIGRATIONS = fileURLToPath(
  new URL('../../../migrations', import.meta.url),
)
const JOURNAL = 'meta/_journal.json'
const journal = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8'))

/** The first version with a house account. */
const FIRST = 1
const VERSIONS = Array.from(
  { length: journal.entries.length - 1 - FIRST },
  (_, at) => FIRST + at,
)

/** Reads columns that no migration may change. */
const KEPT = [
  'SELECT user_id, seq, id, type, game_type, amount, balance_after, timestamp FROM transactions ORDER BY seq',
  'SELECT id, seq, nonce, bet, outcome, stake, payout, round_hash FROM rounds ORDER BY seq',
  'SELECT id, amount, coins, status FROM crypto_deposits ORDER BY id',
  'SELECT id, stake, reserved, paid FROM stakes ORDER BY id',
  'SELECT id, amount, status, payout FROM race_bets ORDER BY id',
]

/** Reads the tables that exist. */
async function keptRows(on: pg.Client | pg.Pool) {
  const read = []
  for (const query of KEPT) {
    const [, table = ''] = /FROM (\w+)/.exec(query) ?? []
    const found = await on.query('SELECT to_regclass($1) AS is', [table])
    if (found.rows[0].is) read.push((await on.query(query)).rows)
  }
  return read
}

test('every earlier version with data migrates to this one', async () => {
  const folder = testFolder()
  cpSync(MIGRATIONS, folder, { recursive: true })
  let template = 'template1'
  let sizes: number[] = []
  for (const version of VERSIONS) {
    const early = await createTestDatabase(template)
    const client = new pg.Client(early.url)
    await client.connect()
    const entries = journal.entries.slice(0, version + 1)
    writeFileSync(
      join(folder, JOURNAL),
      JSON.stringify({ ...journal, entries }),
    )
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await EARLIER_ROWS[version]?.(client, version)
    const before = await keptRows(client)
    await client.end()
    await early.close()
    template = new URL(early.url).pathname.slice(1)

    const head = await createTestDatabase(template)
    await migrate(head.url)
    const findings = await auditLedger(openDatabase(head.pool))
    const wrong = findings.filter(({ violations }) => violations > 0)
    expect(wrong, `from version ${version}`).toEqual([])
    const after = await keptRows(head.pool)
    expect(after.slice(0, before.length)).toEqual(before)
    sizes = after.map(({ length }) => length)
    await head.close()
  }
  expect(sizes).toEqual([13, 3, 3, 1, 1])
})
