import { parseArgs } from 'node:util'
import { auditLedger } from '../api/src/features/ledger/ledger-audit.service.ts'
import {
  type Database,
  databaseOn,
  openPool,
} from '../api/src/platform/db/database.ts'
import { type Logger, makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { reproducePage } from './audit/public-audit.ts'
import { none, report } from './lib/measures.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'

// npm run ledger:audit [-- --json]: proves that no coin is lost or made, and
// that every credited deposit is on the chain. With --public it makes the page
// /audit from the database alone; with --kept <file> as well, it compares that
// with what was published before.
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    public: { type: 'boolean', default: false },
    kept: { type: 'string' },
  },
})

await runCommand(() =>
  withProductDatabase(async ({ DATABASE_URL }) => {
    const log = makeLogger('fatal')
    const pool = openPool(DATABASE_URL, log)
    const db = databaseOn(pool)
    try {
      await (values.public
        ? reproducePage(db, values.kept)
        : auditBooks(db, log))
    } finally {
      await pool.end()
    }
  }),
)

async function auditBooks(db: Database, log: Logger): Promise<void> {
  const findings = await auditLedger(db)
  const rows = findings.map(({ name, violations }) =>
    none(name, violations, 'violations'),
  )
  rows.push(...(await depositsOnChain(db, log)))
  report(rows, { json: values.json })
}
