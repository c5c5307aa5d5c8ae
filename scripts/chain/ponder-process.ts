import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../product/launch-config.ts'

/** What the indexer follows, where it writes and where it answers. */
export type IndexerSettings = {
  databaseUrl: string
  /** Its nodes, by commas. */
  rpcUrl: string
  deploymentFile: string
  /** Of /health, /status and /metrics on the loopback interface. */
  port: number
}

/** Where Ponder gets blocks and logs, within what nodes can do. */
type PonderSettings = IndexerSettings & {
  /** The first block that is searched for payments of the coin itself. */
  scanFromBlock: number
  /** Blocks of logs per request. */
  logBlocks: number
}

type PonderProcess = {
  pid: number | undefined
  /** How it ended, in words. */
  ended: Promise<string>
  /** Ends it at once, when nothing of it is to be kept. */
  kill: () => void
  stop: () => Promise<void>
}

const PONDER = fileURLToPath(
  new URL('./bin/ponder.js', import.meta.resolve('ponder')),
)
const EXIT_WITH_PARENT = import.meta.resolve('./exit-with-parent.ts')
// Ponder gives itself 5 s to shut down.
const STOP_WITHIN_MS = 6000

/** Runs Ponder over `schema`, which must be new. */
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

// PORT has the last word in Ponder, and ours may be that of the API.
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
