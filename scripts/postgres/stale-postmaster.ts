import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { commandLine, identifyProcess } from '../process/system-processes.ts'
import { waitUntil } from '../process/wait-until.ts'

const STOP_WITHIN_MS = 20_000

/**
 * Reads what a PostgreSQL notes in its directory while it runs. `isOurs` is false if
 * another program has the pid now.
 */
export function readPostmaster(directory: string) {
  const note = getNote(directory)
  if (!existsSync(note)) return undefined
  const [pid, , , port] = readFileSync(note, 'utf8').split('\n').map(Number)
  const isOurs = commandLine(Number(pid)).includes(directory)
  return { pid: Number(pid), port, isOurs }
}

function getNote(directory: string): string {
  return join(directory, 'postmaster.pid')
}

/**
 * Stops a PostgreSQL that a killed launcher left running. Removes a pid file
 * whose pid another program has now, since PostgreSQL would take that program
 * for a server; handles a pid that has ended by itself.
 */
export async function clearStalePostmaster(directory: string): Promise<void> {
  const found = readPostmaster(directory)
  if (!found) return
  const { pid, isOurs } = found
  const server = identifyProcess(pid)
  if (!server) {
    // PostgreSQL takes an unreaped process for a running one.
    await waitUntil(() => !takesSignals(pid), STOP_WITHIN_MS)
    return
  }
  if (!isOurs) {
    rmSync(getNote(directory), { force: true })
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
