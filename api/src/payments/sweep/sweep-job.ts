import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { type Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Sweeper } from './sweeper.ts'

const EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000

/** Carries out what operators ask for, in the one process that leads. */
export function sweepJob(deps: {
  chain: Chain
  sweeper: Sweeper
  lease: Lease
}): Job {
  const { chain, sweeper, lease } = deps
  return {
    name: 'sweep',
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    run: whileLeading(lease, async (term, signal) => {
      await chain.check()
      await sweeper.tick(term, signal)
    }),
  }
}
