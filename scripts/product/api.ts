import { answersOk } from '../process/answers-ok.ts'
import type { ProcessRunner, ServiceSpec } from '../process/managed-process.ts'
import { reachableUrl } from '../process/reachable-url.ts'
import type { ChainSetting } from './deployment.ts'
import { PROJECT_ROOT } from './launch-config.ts'
import type { Secrets } from './secrets.ts'

type ApiParts = {
  host: string
  port: number
  databaseUrl: string
  secrets: Secrets
  highWaterFile: string
  chain: ChainSetting
  /** What players type, which may be a proxy in front of the API. */
  publicUrl: string
  /** The built web, when the API is to serve it. */
  webDir?: string
  /** Flags for Node, such as --watch. */
  nodeFlags?: string[]
}

// It promises to be gone 10 s after SIGTERM; what is left then is killed.
const STOP_WITHIN_MS = 11_000

type RunningApi = {
  url: string
  /** Has another process take over at the same address. */
  restart: () => Promise<void>
}

/** Starts the API, and gives it back once it answers that it is ready. */
export async function startApi(
  parts: ApiParts,
  runner: ProcessRunner,
): Promise<RunningApi> {
  const url = reachableUrl(parts.host, parts.port)
  const spec = apiSpec(parts, url)
  let running = await runner.launch(spec)
  console.log(`API       ${url}`)
  const restart = async () => {
    await running.stop()
    running = await runner.launch(spec)
  }
  return { url, restart }
}

function apiSpec(parts: ApiParts, url: string): ServiceSpec {
  return {
    name: 'api',
    command: process.execPath,
    args: [...(parts.nodeFlags ?? []), 'api/src/main.ts'],
    cwd: PROJECT_ROOT,
    env: apiEnvironment(parts),
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: () => answersOk(`${url}/readyz`),
  }
}

// Secrets that are given from outside come before generated ones.
function apiEnvironment({ secrets, ...parts }: ApiParts): NodeJS.ProcessEnv {
  const { rpcUrl, deploymentFile, operatorKey } = parts.chain
  return {
    SESSION_SECRET: process.env.SESSION_SECRET ?? secrets.SESSION_SECRET,
    MASTER_KEYS: process.env.MASTER_KEYS ?? secrets.MASTER_KEYS,
    HOST: parts.host,
    PORT: String(parts.port),
    DATABASE_URL: parts.databaseUrl,
    HIGH_WATER_FILE: parts.highWaterFile,
    PUBLIC_URL: parts.publicUrl,
    RPC_URL: rpcUrl,
    DEPLOYMENT_FILE: deploymentFile,
    ...(operatorKey && { OPERATOR_PRIVATE_KEY: operatorKey }),
    ...(parts.webDir && { WEB_DIR: parts.webDir }),
  }
}
