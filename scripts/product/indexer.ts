import type {
  ManagedProcess,
  ProcessRunner,
} from '../process/managed-process.ts'
import { answersOk, freePort } from '../process/ports.ts'
import type { ChainSetting } from './contracts.ts'
import { PROJECT_ROOT } from './launch-config.ts'

type IndexerParts = { databaseUrl: string; chain: ChainSetting }

// 6 s of these for Ponder.
const STOP_WITHIN_MS = 8000

/** Starts the indexer. Does not wait for it to catch up, which takes long on a testnet. */
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
