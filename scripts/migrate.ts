import { migrate } from '../api/src/platform/db/database.ts'
import { runCommand } from './cli/run-command.ts'
import { runningProduct } from './product/product-database.ts'

// npm run migrate: migrates the database, as each API does when it starts, for
// deployments that do it beforehand.
await runCommand(async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = runningProduct()
  await migrate(DATABASE_DIRECT_URL ?? DATABASE_URL)
  console.log('The database is up to date.')
})
