import type { Lease, Term } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { GamesPoller } from './games-poller.ts'
import type { Settlement } from './settlement.ts'

const EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000

/** Polls the feed, and settles bets, in the one process that leads. */
export function sportsJobs(deps: {
  lease: Lease
  poller: GamesPoller
  settlement: Settlement
}): Job[] {
  const { lease, poller, settlement } = deps
  return [
    // Apart from each other: bets are settled also while the feed fails.
    jobOf('sports_feed', lease, (term) => poller.tick(term)),
    jobOf('sports_settlement', lease, (term) => settlement.tick(term)),
  ]
}

function jobOf(
  name: string,
  lease: Lease,
  tick: (term: Term) => Promise<void>,
): Job {
  return {
    name,
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    async run() {
      const term = await lease.term()
      if (term) await tick(term)
    },
  }
}
