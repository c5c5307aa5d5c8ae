import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../scripts/lib/launch-config.ts'

/** `npm run deposit`, and what it prints. */
export async function sendDeposit(
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const { PATH } = process.env
  const env = { PATH, ENV_FILE: '/dev/null', DATA_DIR: dataDir }
  const command = ['scripts/deposit.ts', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: PROJECT_ROOT,
    env,
  })
  return stdout
}
