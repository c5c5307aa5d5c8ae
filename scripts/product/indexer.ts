import { answersOk } from '../process/answers-ok.ts'
import { freePort } from '../process/free-port.ts'
import type {
  ManagedProcess,
  ProcessRunner,
} from '../process/managed-process.ts'
import type { ChainSetting } from './deployment.ts'
import { PROJECT_ROOT } from './launch-config.ts'

type IndexerParts = { databaseUrl: string; chain: ChainSetting }

// Ponder is given 6 s of these.
const STOP_WITHIN_MS = 8000

/**
 * Starts the indexer. It is ready when it runs: catching up with a testnet
 * may take long, and the casino is open meanwhile.
 */
export async function startIndexer(
  { databaseUrl, chain }: IndexerParts,
  runner: ProcessRunner,
): Promise<ManagedProcess> {
  const port = await freePort()
  const indexer = await runner.launch({
    name: 'indexer',
    command: process.execPath,
    args: ['scripts/indexer.ts'],
    cwd: PROJECT_ROOT,
    env: {
      DATABASE_URL: databaseUrl,
      RPC_URL: chain.rpcUrl,
      DEPLOYMENT_FILE: chain.deploymentFile,
      INDEXER_PORT: String(port),
    },
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: () => answersOk(`http://127.0.0.1:${port}/health`),
  })
  console.log(`Indexer   http://127.0.0.1:${port}/status`)
  return indexer
}
