import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bareEnvironment } from '../../scripts/lib/bare-environment.ts'
import { PROJECT_ROOT } from '../../scripts/lib/launch-config.ts'

/** `npm run deposit`, and what it prints. */
export async function sendDeposit(
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const env = { ...bareEnvironment(), DATA_DIR: dataDir }
  const command = ['scripts/deposit.ts', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: PROJECT_ROOT,
    env,
  })
  return stdout
}
