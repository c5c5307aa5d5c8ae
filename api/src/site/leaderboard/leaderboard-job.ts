import type { Job } from '../../platform/jobs.ts'

const EVERY_MS = 2_000

/** Counts what was played, in the one process that leads. */
export function leaderboardJob(count: () => Promise<void>): Job {
  return { name: 'leaderboard', everyMs: EVERY_MS, run: count }
}
