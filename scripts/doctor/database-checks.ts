import type { Pool } from 'pg'
import {
  migrationState,
  releasedMigrations,
} from '../../api/src/platform/db/database.ts'
import { readLedgerSummary } from '../product/ledger-summary.ts'
import { below, type Finding, fail, finding, skip, warn } from './finding.ts'

/** Times of both clocks are compared in sessions, limits and sign-ins. */
const SKEW_MS = { warn: 1_000, fail: 30_000 }
const ARCHIVED_HOURS = { warn: 24, fail: 7 * 24 }

/** @param isOwn true for the embedded database of npm start */
export async function databaseChecks(
  pool: Pool,
  { url, isOwn }: { url: string; isOwn: boolean },
): Promise<Finding[]> {
  const row = async (sql: string) => (await pool.query(sql)).rows[0]

  const reached = await finding(
    'database',
    'start PostgreSQL 18 or newer, or correct DATABASE_URL',
    async () => {
      const { number, text } = await row(
        `SELECT current_setting('server_version_num')::int AS number,
          format('PostgreSQL %s, %s', current_setting('server_version'),
            pg_size_pretty(pg_database_size(current_database()))) AS text`,
      )
      return number < 180_000 ? fail(text, 'upgrade to 18 or newer') : text
    },
  )
  if (reached.mark === 'fail') return [reached]
  return [
    reached,
    await finding(
      'migrations',
      'run npm run migrate, or start the API',
      async () => {
        const { pending, released, unknown } = await migrationState(pool)
        if (unknown > 0) {
          throw new Error(`${unknown} are of another release: run that one`)
        }
        if (pending > 0) throw new Error(`${pending} of ${released} missing`)
        return `all ${released} applied`
      },
    ),
    await finding(
      'triggers',
      'enable them (ALTER TABLE … ENABLE TRIGGER …), then audit the ledger',
      async () => {
        const { rows } = await pool.query<{ name: string }>(
          `SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger
          WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
            AND current_setting('session_replication_role') = 'origin'`,
        )
        const expected = createdTriggers()
        const enabled = new Set(rows.map(({ name }) => name))
        const missing = [...expected].filter((name) => !enabled.has(name))
        if (missing.length === 0) return `all ${expected.size} enabled`
        throw new Error(`disabled or missing: ${missing.join(', ')}`)
      },
    ),
    await finding('roles', 'correct DATABASE_URL', async () => {
      const { name, isOwner } = await row(
        `SELECT rolname AS name, rolsuper OR EXISTS (SELECT FROM pg_tables
          WHERE tableowner = rolname AND schemaname = 'public') AS "isOwner"
        FROM pg_roles WHERE rolname = current_user`,
      )
      if (!isOwner) return `"${name}" owns no table`
      const text = `"${name}" owns the tables and can disable their triggers`
      return isOwn ? text : warn(text, 'see "Database roles"')
    }),
    await finding('database clock', 'synchronize the clocks', async () => {
      const before = Date.now()
      const { at } = await row('SELECT clock_timestamp() AS at')
      const skewMs = Math.round((before + Date.now()) / 2 - at.getTime())
      const text = `this machine is ${skewMs} ms ahead of the database`
      return below(Math.abs(skewMs), SKEW_MS, text, 'synchronize the clocks')
    }),
    await finding('ledger', 'run npm run ledger:audit', async () => {
      const { broken, counts } = await readLedgerSummary(url)
      if (broken.length > 0) throw new Error(broken.join('; '))
      return `${counts.transactions} transactions add up`
    }),
    await finding('backup', 'check pg_stat_archiver', async () => {
      const { isOn, hours, isFailing } = await row(
        `SELECT current_setting('archive_mode') <> 'off' AS "isOn",
          extract(epoch FROM now() - last_archived_time)::float8 / 3600 AS hours,
          last_failed_time > coalesce(last_archived_time, '-infinity') AS "isFailing"
        FROM pg_stat_archiver`,
      )
      if (!isOn) return skip('no WAL archive; other backups are not visible')
      const when = hours === null ? 'never' : `${hours.toFixed(1)} hours ago`
      const text = `WAL was last archived ${when}`
      if (isFailing) return fail(`${text}, and fails`, 'see the log')
      return below(hours ?? 0, ARCHIVED_HOURS, text, 'set archive_timeout')
    }),
  ]
}

/** Reads the guards of append-only tables from the migrations. */
function createdTriggers(): Set<string> {
  const created = new Set<string>()
  for (const statement of releasedMigrations().flatMap(({ sql }) => sql)) {
    const [, verb, name, table] =
      /\b(CREATE|DROP) TRIGGER (\w+)\b[^;]*? ON "?(\w+)/.exec(statement) ?? []
    if (verb === 'CREATE') created.add(`${table}.${name}`)
    if (verb === 'DROP') created.delete(`${table}.${name}`)
  }
  return created
}
