import { type Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { RaceLeader } from './race-leader.ts'
import type { RaceView } from './race-view.ts'

/** How late a step of a race can come. */
const TICK_EVERY_MS = 100
const VIEW_EVERY_MS = 1_000

/** Takes races on, in the one process that leads. */
export function raceJob(deps: { leader: RaceLeader; lease: Lease }): Job {
  const { leader, lease } = deps
  return {
    name: 'races',
    everyMs: TICK_EVERY_MS,
    backOffMaxMs: VIEW_EVERY_MS,
    run: whileLeading(lease, (term) => leader.tick(term)),
  }
}

/** Keeps what this process knows of the race fresh, should an announcement be lost. */
export function raceViewJob(view: RaceView): Job {
  return {
    name: 'race_view',
    everyMs: VIEW_EVERY_MS,
    backOffMaxMs: VIEW_EVERY_MS,
    run: () => view.refresh(),
  }
}
