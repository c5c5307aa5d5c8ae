import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../product/launch-config.ts'

export type IndexerSettings = {
  databaseUrl: string
  /** URLs of nodes, separated by commas. */
  rpcUrl: string
  deploymentFile: string
  /** Serves /health, /status and /metrics on the loopback interface. */
  port: number
}

type PonderSettings = IndexerSettings & {
  /** First block that is searched for native payments. */
  scanFromBlock: number
  /** Blocks of logs per request. */
  logBlocks: number
}

type PonderProcess = {
  pid: number | undefined
  /** Resolves with the reason. */
  ended: Promise<string>
  /** Ends it without a shutdown. */
  kill: () => void
  stop: () => Promise<void>
}

const PONDER = fileURLToPath(
  new URL('./bin/ponder.js', import.meta.resolve('ponder')),
)
const EXIT_WITH_PARENT = import.meta.resolve('./exit-with-parent.ts')
// Ponder takes up to 5 s to shut down.
const STOP_WITHIN_MS = 6000

/** Runs Ponder on a new `schema`. */
export function startPonder(
  settings: PonderSettings,
  schema: string,
): PonderProcess {
  const args = ['start', '--root', 'indexer', '--schema', schema]
  const quiet = ['--hostname', '127.0.0.1', '--log-level', 'warn']
  const child = spawn(
    process.execPath,
    ['--import', EXIT_WITH_PARENT, PONDER, ...args, ...quiet],
    {
      cwd: PROJECT_ROOT,
      env: environment(settings),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const exit = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  const stop = async () => {
    const force = setTimeout(kill, STOP_WITHIN_MS)
    child.kill('SIGTERM')
    await exit
    clearTimeout(force)
  }
  return {
    pid: child.pid,
    ended: exit.then(([code, signal]) => `Ponder ended (${signal ?? code})`),
    kill,
    stop,
  }
}

// PORT takes precedence in Ponder, and may be that of the API.
function environment(settings: PonderSettings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: settings.databaseUrl,
    RPC_URL: settings.rpcUrl,
    DEPLOYMENT_FILE: settings.deploymentFile,
    SCAN_FROM_BLOCK: String(settings.scanFromBlock),
    LOG_BLOCKS: String(settings.logBlocks),
    PORT: String(settings.port),
    PONDER_TELEMETRY_DISABLED: '1',
  }
}
