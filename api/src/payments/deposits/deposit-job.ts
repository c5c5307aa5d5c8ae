import { LOCAL_CHAIN, type TestChainId } from '#core/chain/chains.ts'
import { type Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { CreditAudit } from './credit-audit.ts'
import type { DepositWatcher } from './deposit-watcher.ts'
import type { Reconciler } from './reconciler.ts'
import { CHECKS_NEEDED } from './reorg-debounce.ts'

/** A node of our own may be asked more often than somebody else's. */
const EVERY_MS = { local: 200, remote: 450 }
const BACK_OFF_MAX_MS = 2_000
const RECONCILE_EVERY_MS = { local: 1_000, remote: 5_000 }

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
    run: whileLeading(lease, (term, signal) => watcher.tick(term, signal)),
  }
}

/** Looks again at what was credited, in the same process. */
export function creditAuditJob(deps: {
  audit: CreditAudit
  lease: Lease
  reverseAfterMs: number
}): Job {
  const { audit, lease, reverseAfterMs } = deps
  return {
    name: 'credit_audit',
    everyMs: reverseAfterMs / (CHECKS_NEEDED - 1),
    run: whileLeading(lease, (term, signal) => audit.tick(term, signal)),
  }
}

/** Compares wallets with what is known of them, in the same process. */
export function reconcileJob(deps: {
  chainId: TestChainId
  reconciler: Reconciler
  lease: Lease
}): Job {
  const { chainId, reconciler, lease } = deps
  return {
    name: 'reconcile',
    everyMs: RECONCILE_EVERY_MS[chainId === LOCAL_CHAIN ? 'local' : 'remote'],
    run: whileLeading(lease, (term, signal) => reconciler.tick(term, signal)),
  }
}
