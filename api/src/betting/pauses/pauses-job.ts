import type { Job } from '../../platform/jobs.ts'
import type { PausesService } from './pauses.service.ts'

const EVERY_MS = 500

/** Keeps the process's view of paused games near the database's. */
export function pausesJob(pauses: PausesService): Job {
  return {
    name: 'pauses',
    everyMs: EVERY_MS,
    // Never left behind for half a minute: who pauses a game is in a hurry.
    backOffMaxMs: EVERY_MS,
    run: () => pauses.follow(),
  }
}
