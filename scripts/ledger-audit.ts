import { parseArgs } from 'node:util'
import { publicDifferences } from '../api/src/ledger/audit/audit-check.service.ts'
import { auditLedger } from '../api/src/ledger/ledger-audit.service.ts'
import {
  type Database,
  databaseOn,
  openPool,
} from '../api/src/platform/db/database.ts'
import { type Logger, makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { openDayReplay } from './audit/open-day-replay.ts'
import { reproducePage } from './audit/public-audit.ts'
import { none, report } from './lib/measures.ts'
import {
  type ProductEnvironment,
  withProductDatabase,
} from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'

// npm run ledger:audit [-- --json]: proves that no coin is lost or made, and
// that every credited deposit is on the chain, replays the rounds of the open
// day, and names the rows that were tampered with. With --public it makes the page
// /audit from the database alone; with --kept <file> as well, it compares that
// with what was published before.
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    public: { type: 'boolean', default: false },
    kept: { type: 'string' },
  },
})

const CLOSED_DAYS = 'every closed day is as it was published'

await runCommand(() =>
  withProductDatabase(async (env) => {
    const log = makeLogger('fatal')
    const pool = openPool(env.DATABASE_URL, log)
    const db = databaseOn(pool)
    try {
      await (values.public
        ? reproducePage(db, values.kept)
        : auditBooks(db, { env, log }))
    } finally {
      await pool.end()
    }
  }),
)

async function auditBooks(
  db: Database,
  { env, log }: { env: ProductEnvironment; log: Logger },
): Promise<void> {
  const findings = await auditLedger(db)
  // Before closed days are compared: one that closes meanwhile is then in both.
  const replay = await openDayReplay(db, env)
  const differences = await publicDifferences(db)
  const rows = findings.map(({ name, violations }) =>
    none(name, violations, 'violations'),
  )
  rows.push(replay.measure)
  rows.push(none(CLOSED_DAYS, differences.length, 'differences'))
  rows.push(...(await depositsOnChain(db, log)))
  // Before the table: with --json its last line is read by programs.
  for (const { name, rows: named } of findings) {
    for (const row of named) console.error(`FAIL  ${name}: ${row}`)
  }
  for (const text of replay.texts) console.error(`FAIL  ${text}`)
  for (const text of differences) console.error(`FAIL  ${text}`)
  report(rows, { json: values.json })
}
