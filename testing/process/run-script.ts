import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bareEnvironment } from '../../scripts/process/bare-environment.ts'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

type Ran = { code: number; stdout: string; stderr: string }

/** Runs a script, with no settings but `env`. */
export function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const command = [`scripts/${script}`, ...args]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      inProject(env),
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

export type StartedScript = {
  process: ChildProcess
  output: () => string
  /** Waits for matching output, and returns its first group. */
  waitFor: (pattern: RegExp) => Promise<string>
  ended: Promise<number | null>
}

/** Starts a script that runs until it is stopped or this process ends. */
export function startScript(
  script: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): StartedScript {
  const child = spawn(
    process.execPath,
    [
      '--import',
      './indexer/runtime/exit-with-parent.ts',
      `scripts/${script}`,
      ...args,
    ],
    { ...inProject(env), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  let output = ''
  const printed = (listen: (text: string) => void) => {
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
  }
  printed((text) => {
    output += text
  })
  const ended = once(child, 'close').then(([code]) => code)
  const failed = ended.then((code) => {
    throw new Error(`${script} ended with ${code}:\n${output}`)
  })
  failed.catch(() => undefined)
  const waitFor = (pattern: RegExp) => {
    const found = new Promise<string>((resolve) => {
      const search = () => {
        const match = pattern.exec(output)
        if (match) resolve(match[1] ?? match[0])
      }
      printed(search)
      search()
    })
    return Promise.race([found, failed])
  }
  return { process: child, output: () => output, waitFor, ended }
}

export async function stopScript({
  process,
  ended,
}: StartedScript): Promise<void> {
  process.kill('SIGTERM')
  await ended
}

function inProject(env: NodeJS.ProcessEnv) {
  return { cwd: PROJECT_ROOT, env: { ...bareEnvironment(), ...env } }
}
