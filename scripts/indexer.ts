import { Pool } from 'pg'
import { chainEnvironment } from './chain/environment.ts'
import { keepIndexing } from './chain/keep-indexing.ts'
import { LaunchError } from './lib/launch-error.ts'
import { runCommand } from './lib/run-command.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stop.abort())
}

// Follows the chain at RPC_URL and keeps what it sees in DATABASE_URL.
await runCommand(async () => {
  const { DATABASE_URL: databaseUrl, INDEXER_PORT = '42069' } = process.env
  if (!databaseUrl) throw new LaunchError('Set DATABASE_URL.')
  const port = Number(INDEXER_PORT)
  const settings = { ...chainEnvironment(process.env), databaseUrl, port }
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  // A lost idle connection is replaced by the next query.
  database.on('error', () => undefined)
  try {
    await keepIndexing({ settings, database }, stop.signal)
  } finally {
    await database.end()
  }
})
