import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnvironment } from '../../scripts/process/bare-environment.ts'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

export type Product = {
  url: string
  /** Returns the output so far. */
  output: () => string
  pid: number
  /** Signals all processes of its terminal, as Ctrl-C does. */
  kill: (signal: NodeJS.Signals) => void
  /** Resolves with the exit code; null after a signal. */
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

type Start = {
  dataDir: string
  /** Program and arguments; those of npm start by default. */
  command?: readonly [string, ...string[]]
  env?: NodeJS.ProcessEnv
}

const START = [process.execPath, 'scripts/start.ts'] as const

/**
 * Starts the product on a free port and resolves when it is ready. Fails with its
 * output. It leads a process group, as in its own terminal.
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
