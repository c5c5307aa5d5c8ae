import type { Job } from '../../platform/jobs.ts'
import type { SessionsService } from './sessions.service.ts'

const EVERY_MS = 2_000

/** Spares requests the look-up of sessions that are in use. */
export function sessionsJob(sessions: SessionsService): Job {
  return {
    name: 'sessions',
    everyMs: EVERY_MS,
    // Each session in use is looked up by itself until this does it again.
    backOffMaxMs: EVERY_MS,
    run: () => sessions.recheck(),
  }
}
