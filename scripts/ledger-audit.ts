import { auditLedger } from '../api/src/features/ledger/ledger-audit.service.ts'
import { databaseOn, openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { none, report } from './lib/measures.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'

// npm run ledger:audit [-- --json]: proves that no coin is lost or made, and
// that every credited deposit is on the chain.
await runCommand(() =>
  withProductDatabase(async ({ DATABASE_URL }) => {
    const log = makeLogger('fatal')
    const pool = openPool(DATABASE_URL, log)
    const db = databaseOn(pool)
    try {
      const findings = await auditLedger(db)
      const rows = findings.map(({ name, violations }) =>
        none(name, violations, 'violations'),
      )
      rows.push(...(await depositsOnChain(db, log)))
      report(rows, { json: process.argv.includes('--json') })
    } finally {
      await pool.end()
    }
  }),
)
