import { Pool } from 'pg'
import { makeLogger } from '../api/src/platform/logger.ts'
import { keepIndexing } from '../indexer/runtime/keep-indexing.ts'
import { chainEnvironment } from './chain/chain-settings.ts'
import { requireDeployment } from './chain/deployment-file.ts'
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
  requireDeployment(settings.deploymentFile)
  const log = makeLogger('info')
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  // A lost idle connection is replaced by the next query.
  database.on('error', () => undefined)
  try {
    await keepIndexing({ settings, database, log }, stop.signal)
  } finally {
    await database.end()
  }
})
