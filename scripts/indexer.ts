// Follows the chain at RPC_URL and keeps what it sees in DATABASE_URL.
import { existsSync } from 'node:fs'
import { Pool } from 'pg'
import { chainEnvironment } from './chain/environment.ts'
import { keepIndexing } from './chain/keep-indexing.ts'
import { LaunchError } from './lib/launch-error.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stop.abort())
}

try {
  const { DATABASE_URL: databaseUrl, INDEXER_PORT = '42069' } = process.env
  if (!databaseUrl) throw new LaunchError('Set DATABASE_URL.')
  const { rpcUrl, deploymentFile } = chainEnvironment(process.env)
  if (!existsSync(deploymentFile)) {
    throw new LaunchError(
      `${deploymentFile} is missing. "npm run deploy" writes it.`,
    )
  }
  const port = Number(INDEXER_PORT)
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  // A lost idle connection is replaced by the next query.
  database.on('error', () => undefined)
  const settings = { databaseUrl, rpcUrl, deploymentFile, port }
  await keepIndexing({ settings, database }, stop.signal)
  await database.end()
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof LaunchError ? error.message : error)
}
