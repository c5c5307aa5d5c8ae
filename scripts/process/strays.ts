import { readdirSync } from 'node:fs'
import { procStat, readIfThere } from './proc-stat.ts'
import { stopGroup } from './process-group.ts'
import { commandLine } from './process-identity.ts'

/** What parts have in their environment: the data directory they work for. */
const MARK = 'CASINO_PART_OF'

/** PostgreSQL's own bound, the longest of all parts. */
const STOP_WITHIN_MS = 20_000
const SHOWN_CHARACTERS = 100

/** The environment by which parts are found when no lock names them. */
export function markedEnvironment(dataDir: string): NodeJS.ProcessEnv {
  return { ...process.env, [MARK]: dataDir }
}

/**
 * Stops parts of an earlier start that nobody has written down any more, as
 * when the data directory was deleted under them, the last started first. Only
 * who holds the lock may call this: the parts of a lawful launcher look alike.
 * Linux alone shows the environment of a process.
 */
export async function stopStrays(dataDir: string): Promise<void> {
  for (const { pid, group } of straysOf(dataDir)) {
    const command = commandLine(pid).trim().slice(0, SHOWN_CHARACTERS)
    console.log(
      `Stopping process ${pid}, which an earlier start on ${dataDir} left behind: ${command}`,
    )
    // The signal that all parts stop in order at.
    const stopWithinMs = STOP_WITHIN_MS
    await stopGroup({ pid: group, stopSignal: 'SIGINT', stopWithinMs })
  }
}

type Stray = { pid: number; group: number; startTicks: number }

/** One process of each group, the oldest; of those the newest first. */
function straysOf(dataDir: string): Stray[] {
  if (process.platform !== 'linux') return []
  const groups = new Map<number, Stray>()
  const byAge = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => strayAt(Number(pid), dataDir))
    .toSorted((a, b) => b.startTicks - a.startTicks)
  for (const stray of byAge) groups.set(stray.group, stray)
  return [...groups.values()].toSorted((a, b) => b.startTicks - a.startTicks)
}

function strayAt(pid: number, dataDir: string): Stray[] {
  const variables = readIfThere(`/proc/${pid}/environ`)?.split('\0')
  if (!variables?.includes(`${MARK}=${dataDir}`)) return []
  const stat = procStat(pid)
  if (!stat) return []
  return [{ pid, group: stat.group, startTicks: Number(stat.startTicks) }]
}
