import { migrate } from '../api/src/platform/db/database.ts'
import { runCommand } from './cli/run-command.ts'
import { runningProduct } from './product/product-database.ts'

// npm run migrate: brings the database up to date, as each API does when it
// starts; on its own for a deployment that wants it done before.
await runCommand(async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = runningProduct()
  await migrate(DATABASE_DIRECT_URL ?? DATABASE_URL)
  console.log('The database is up to date.')
})
