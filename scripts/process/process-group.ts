import { isGroupAlive } from './proc-stat.ts'
import { waitUntil } from './wait-until.ts'

type GroupStop = {
  pid: number
  stopSignal: NodeJS.Signals
  stopWithinMs: number
}

const KILL_WITHIN_MS = 5000

/**
 * Ends a process and all of its group: politely first, by force after
 * `stopWithinMs`. Already gone is fine.
 */
export async function stopGroup(group: GroupStop): Promise<void> {
  if (!signalGroup(group.pid, group.stopSignal)) return
  const isGone = () => !isAlive(group.pid)
  if (await waitUntil(isGone, group.stopWithinMs)) return
  signalGroup(group.pid, 'SIGKILL')
  await waitUntil(isGone, KILL_WITHIN_MS)
}

// Where nobody reaps orphans, as in many containers, the dead of a group stay
// and still take signals; on Linux they can be told from the living.
function isAlive(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  return process.platform === 'linux' ? isGroupAlive(pid) : true
}

/** Whether there was still someone in the group to receive the signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
