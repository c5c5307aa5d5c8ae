import { LOCAL_CHAIN, type TestChainId } from '#core/chain/test-chains.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import type { Lease } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { DepositWatcher } from './deposit-watcher.ts'

/** A node of our own may be asked more often than somebody else's. */
const EVERY_MS = { local: 200, remote: 450 }
const BACK_OFF_MAX_MS = 2_000

/** Watches deposits in the one process that leads. */
export function depositJob(deps: {
  chainId: TestChainId
  watcher: DepositWatcher
  lease: Lease
}): Job {
  const { chainId, watcher, lease } = deps
  return {
    name: 'deposits',
    everyMs: chainId === LOCAL_CHAIN ? EVERY_MS.local : EVERY_MS.remote,
    backOffMaxMs: BACK_OFF_MAX_MS,
    async run(signal) {
      const term = await lease.term()
      if (!term) return
      try {
        await watcher.tick(term, signal)
      } catch (error) {
        throw rpcFailure(error)
      }
    },
  }
}
