import type { Job } from '../jobs.ts'
import type { Lease, Term } from './lease.ts'

/** Returns a job's run that does something in the one process that leads. */
export function whileLeading(
  lease: Lease,
  tick: (term: Term, signal: AbortSignal) => Promise<void>,
): Job['run'] {
  return async (signal) => {
    const term = await lease.term()
    if (term) await tick(term, signal)
  }
}
