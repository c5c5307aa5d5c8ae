import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnvironment } from '../../scripts/process/bare-environment.ts'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

export type Product = {
  url: string
  /** Everything it has printed so far. */
  output: () => string
  pid: number
  /** Signals all that runs in its terminal, as Ctrl-C does. */
  kill: (signal: NodeJS.Signals) => void
  /** Settles with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

type Start = {
  dataDir: string
  /** The program and its arguments: what npm start runs, if not given. */
  command?: readonly [string, ...string[]]
  env?: NodeJS.ProcessEnv
}

const START = [process.execPath, 'scripts/start.ts'] as const

/**
 * Starts the real product over `dataDir` on a free port and gives it back
 * when it is ready, or fails with all that it printed. It leads a process
 * group, as in a terminal of its own.
 */
export async function startProduct(start: Start): Promise<Product> {
  const [command, ...args] = start.command ?? START
  const child = spawn(command, args, {
    cwd: PROJECT_ROOT,
    detached: true,
    env: {
      ...bareEnvironment(),
      DATA_DIR: start.dataDir,
      PORT: '0',
      ...start.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ready = Promise.withResolvers<string>()
  const listen = (text: string) => {
    printed += text
    const [, url] = /^Ready: (\S+)$/m.exec(printed) ?? []
    if (url) ready.resolve(url)
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  const ended = once(child, 'close').then(([code]): number | null => code)
  const early = ended.then((code) => {
    throw new Error(`ended with exit code ${code} before Ready:\n${printed}`)
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command} could not be started`)
  const kill = (signal: NodeJS.Signals) => void process.kill(-pid, signal)
  return {
    url: await Promise.race([ready.promise, early]),
    output: () => printed,
    pid,
    kill,
    ended,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) kill('SIGINT')
      return ended
    },
  }
}
