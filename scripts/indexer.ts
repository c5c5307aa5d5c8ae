import { Pool } from 'pg'
import { chainEnvironment } from './chain/chain-settings.ts'
import { keepIndexing } from './chain/keep-indexing.ts'
import { runCommand } from './cli/run-command.ts'
import { runningProduct } from './product/product-database.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stop.abort())
}

// npm run indexer: follows the chain and stores its payments in the database.
await runCommand(async () => {
  const env = runningProduct()
  const { DATABASE_URL: databaseUrl, INDEXER_PORT = '42069' } = env
  const port = Number(INDEXER_PORT)
  const settings = { ...chainEnvironment(env), databaseUrl, port }
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  // A lost idle connection is replaced by the next query.
  database.on('error', () => undefined)
  try {
    await keepIndexing({ settings, database }, stop.signal)
  } finally {
    await database.end()
  }
})
