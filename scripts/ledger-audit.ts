import { parseArgs } from 'node:util'
import { publicDifferences } from '../api/src/ledger/audit/audit-check.service.ts'
import { auditLedger } from '../api/src/ledger/ledger-audit.service.ts'
import {
  type Database,
  openDatabase,
  openPool,
} from '../api/src/platform/db/database.ts'
import { type Logger, makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { openDayReplay } from './audit/open-day-replay.ts'
import { reproducePage } from './audit/public-audit.ts'
import { none, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import {
  type ProductEnvironment,
  withProductDatabase,
} from './product/product-database.ts'

// npm run ledger:audit [-- --json]: checks that postings add up and that every
// credited deposit is on the chain, replays the rounds of the open day, and names
// rows that differ. --public reproduces the page /audit from the database alone;
// --kept <file> compares it with an answer of /api/audit saved earlier.
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
    const db = openDatabase(pool)
    try {
      await (values.public
        ? reproducePage(db, values.kept)
        : auditDatabase(db, { env, log }))
    } finally {
      await pool.end()
    }
  }),
)

async function auditDatabase(
  db: Database,
  { env, log }: { env: ProductEnvironment; log: Logger },
): Promise<void> {
  const findings = await auditLedger(db)
  // Runs before closed days are compared, so that a day closing meanwhile is covered by both.
  const replay = await openDayReplay(db, env)
  const differences = await publicDifferences(db)
  const rows = findings.map(({ name, violations }) =>
    none(name, violations, 'violations'),
  )
  rows.push(replay.measure)
  rows.push(none(CLOSED_DAYS, differences.length, 'differences'))
  rows.push(...(await depositsOnChain(db, log)))
  // Precedes the table, whose last line programs read with --json.
  for (const { name, rows: named } of findings) {
    for (const row of named) console.error(`FAIL  ${name}: ${row}`)
  }
  for (const text of replay.texts) console.error(`FAIL  ${text}`)
  for (const text of differences) console.error(`FAIL  ${text}`)
  report(rows, { json: values.json })
}
