import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bareEnvironment } from '../../scripts/lib/bare-environment.ts'

const ROOT = join(import.meta.dirname, '../..')
const EXIT_WITH_PARENT = join(ROOT, 'scripts/chain/exit-with-parent.ts')

export type Child = {
  process: ChildProcess
  /** All that it has said so far. */
  output: () => string
  /** Waits for a line of output that matches, and gives its first group. */
  says: (pattern: RegExp) => Promise<string>
  /** Waits until it has ended, and gives its exit code. */
  ended: Promise<number | null>
}

/**
 * Runs one of the project's own scripts, as an operator would, and apart from
 * all settings of this shell and its .env.
 */
export function runScript(script: string, env: NodeJS.ProcessEnv): Child {
  const child = spawn(
    process.execPath,
    ['--import', EXIT_WITH_PARENT, join(ROOT, 'scripts', script)],
    {
      cwd: ROOT,
      env: { ...bareEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = once(child, 'close').then(([code]) => code)
  const failed = ended.then((code) => {
    throw new Error(`${script} ended with ${code}:\n${output}`)
  })
  failed.catch(() => undefined)
  const says = async (pattern: RegExp) => {
    const found = new Promise<string>((resolve) => {
      const look = () => {
        const match = pattern.exec(output)
        if (match) resolve(match[1] ?? match[0])
      }
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      look()
    })
    return Promise.race([found, failed])
  }
  return { process: child, output: () => output, says, ended }
}

/** Asks it to stop, and waits until it has. */
export async function stopChild({ process, ended }: Child): Promise<void> {
  process.kill('SIGTERM')
  await ended
}
