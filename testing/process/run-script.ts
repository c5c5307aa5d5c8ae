import { execFile } from 'node:child_process'
import { bareEnvironment } from '../../scripts/lib/bare-environment.ts'
import { PROJECT_ROOT } from '../../scripts/lib/launch-config.ts'

type Ran = { code: number; stdout: string; stderr: string }

/** Runs a command of ours to its end, with no settings but `env`. */
export function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const command = [`scripts/${script}`, ...args]
  const options = { cwd: PROJECT_ROOT, env: { ...bareEnvironment(), ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}
