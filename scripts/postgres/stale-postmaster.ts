import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { commandLine, identifyProcess } from '../process/system-processes.ts'
import { waitUntil } from '../process/wait-until.ts'

const STOP_WITHIN_MS = 20_000

/**
 * Stops a PostgreSQL that a killed launcher left running. Removes a pid file
 * whose pid another program has now, since PostgreSQL would take that program
 * for a server; handles a pid that has ended by itself.
 */
export async function clearStalePostmaster(directory: string): Promise<void> {
  const note = join(directory, 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  const server = identifyProcess(pid)
  if (!server) {
    // PostgreSQL takes an unreaped process for a running one.
    await waitUntil(() => !takesSignals(pid), STOP_WITHIN_MS)
    return
  }
  if (!commandLine(pid).includes(directory)) {
    rmSync(note, { force: true })
    return
  }
  console.log(`Stopping PostgreSQL (process ${pid}), left by a killed run.`)
  process.kill(pid, 'SIGINT')
  const isGone = () => identifyProcess(pid)?.startedAt !== server.startedAt
  if (await waitUntil(isGone, STOP_WITHIN_MS)) return
  throw new LaunchError(
    `PostgreSQL (process ${pid}) still holds ${directory} and did not stop. End it with: kill -QUIT ${pid}`,
  )
}

function takesSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
