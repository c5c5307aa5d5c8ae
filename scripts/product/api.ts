import type { ProcessRunner, ServiceSpec } from '../process/managed-process.ts'
import { answersOk, reachableUrl } from '../process/ports.ts'
import type { ChainSetting } from './contracts.ts'
import { PROJECT_ROOT } from './launch-config.ts'
import type { Secrets } from './secrets.ts'

type ApiParts = {
  host: string
  port: number
  databaseUrl: string
  secrets: Secrets
  highWaterFile: string
  chain: ChainSetting
  /** The players' address, which may be a proxy's. */
  publicUrl: string
  /** Folder of the built web, if the API serves it. */
  webDir?: string
  nodeFlags?: string[]
}

// The API drains within 10 s.
const STOP_WITHIN_MS = 11_000

type RunningApi = {
  url: string
  /** Replaces the process at the same address. */
  restart: () => Promise<void>
}

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

// Configured secrets come before generated ones.
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
