import type { Lease, Term } from '../../db/lease.ts'
import type { Job } from '../../jobs.ts'
import { rpcFailure } from './rpc-failure.ts'

/** What a job does with the chain, in the one process that leads. */
export function whileLeading(
  lease: Lease,
  tick: (term: Term, signal: AbortSignal) => Promise<void>,
): Job['run'] {
  return async (signal) => {
    const term = await lease.term()
    if (!term) return
    try {
      await tick(term, signal)
    } catch (error) {
      throw rpcFailure(error)
    }
  }
}
