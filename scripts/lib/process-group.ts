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
  const isGone = () => !signalGroup(group.pid, 0)
  if (await waitUntil(isGone, group.stopWithinMs)) return
  signalGroup(group.pid, 'SIGKILL')
  await waitUntil(isGone, KILL_WITHIN_MS)
}

/** Whether there was still someone in the group to receive the signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
