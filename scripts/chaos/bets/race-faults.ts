import { setTimeout as sleep } from 'node:timers/promises'
import type { HeldRow } from '../held-row.ts'
import type { LeasedProcesses } from './leases.ts'

/** A frozen process sleeps on for so long at most while another one leads. */
const SLEEPS_ON_MS = 3_000

export type Strike = {
  processes: LeasedProcesses
  /** What keeps the race where it is, until its leader is struck. */
  held: HeldRow | undefined
  random: () => number
}

export type Struck = {
  /** For how long nobody led. */
  takenOverMs: number
  /** Whether a leader that woke believed that it still led. */
  isDeluded: boolean
}

/** What may happen to the process that leads the races. */
export const raceFaults = {
  /** Gone at once; started again while the race goes on. */
  async race_kill({ held, processes }: Strike): Promise<Struck> {
    const term = await processes.term()
    await processes.kill(term.leader.process)
    await held?.release()
    const takenOverMs = await processes.takenOver(term)
    processes.restart(term.leader)
    return { takenOverMs, isDeluded: false }
  },

  /** Stopped in its tracks, and woken when another one leads. */
  async race_freeze({ held, processes, random }: Strike): Promise<Struck> {
    const term = await processes.term()
    const { pid } = term.leader.process
    process.kill(pid, 'SIGSTOP')
    try {
      await held?.release()
      const takenOverMs = await processes.takenOver(term)
      await sleep(random() * SLEEPS_ON_MS)
      process.kill(pid, 'SIGCONT')
      return { takenOverMs, isDeluded: !(await processes.hasLostTerm(term)) }
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  },
}

export type RaceFaultName = keyof typeof raceFaults
