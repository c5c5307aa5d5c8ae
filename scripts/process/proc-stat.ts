import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells about a process that is alive. */
type ProcStat = { group: number; startTicks: string }

/** Nothing for a process that is gone or only waits to be reaped. */
export function procStat(pid: number | string): ProcStat | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field, the name, may itself hold spaces and parentheses.
  const [state, , group, ...rest] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
  if (state === 'Z') return undefined
  return { group: Number(group), startTicks: rest[16] ?? '' }
}

/** Whether anyone in the process group is alive, not only unreaped. */
export function isGroupAlive(group: number): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => procStat(pid)?.group === group)
}

/** A file under /proc, which may vanish at any moment. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
