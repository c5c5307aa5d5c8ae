import { openDatabase, openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { runCommand } from './cli/run-command.ts'
import { operatorCommand } from './operator/operator-command.ts'
import { withProductDatabase } from './product/product-database.ts'

// npm run operator -- <command> <argument>…: works on the database, whether or not
// the product runs.
await runCommand(async () => {
  const command = operatorCommand(process.argv.slice(2))
  await withProductDatabase(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, makeLogger('error'))
    try {
      console.log(await command(openDatabase(pool)))
    } finally {
      await pool.end()
    }
  })
})
