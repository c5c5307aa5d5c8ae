import { auditLedger } from '../api/src/features/ledger/ledger-audit.ts'
import { databaseOn, openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { report } from './lib/measures.ts'
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
      findings.push(...(await depositsOnChain(db, log)))
      const rows = findings.map(({ name, violations }) => ({
        name,
        value: violations,
        unit: 'violations',
        bar: '0',
        ok: violations === 0,
      }))
      report(rows, { json: process.argv.includes('--json') })
    } finally {
      await pool.end()
    }
  }),
)
