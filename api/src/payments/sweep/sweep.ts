import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import { openLease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WalletModule } from '../wallets/wallets.ts'
import { openSweepService } from './sweep.service.ts'
import { openSweepPlanService } from './sweep-plan.service.ts'
import { openSweeper } from './sweeper.ts'

const EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000

export type SweepModule = ReturnType<typeof openSweep>

export function openSweep(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  needs: {
    chain: DepositChainModule | undefined
    wallet: Pick<WalletModule, 'vault'>
  },
) {
  if (!needs.chain) return {}
  const { account, chain, outbox, site } = needs.chain
  const { instanceId, treasury } = site
  const service = openSweepService(db, instanceId)
  const plans = openSweepPlanService({ db, log }, needs.chain)
  if (!account) return { plans, service }
  const lease = openLease('sweep', { db, log })
  const { vault } = needs.wallet
  const sweeper = openSweeper({
    chain,
    db,
    log,
    outbox,
    sweeps: service,
    treasury,
    vault,
  })
  const job: Job = {
    name: 'sweep',
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    run: whileLeading(lease, async (term, signal) => {
      await chain.check()
      await sweeper.tick(term, signal)
    }),
  }
  return { plans, service, jobs: [job], release: () => lease.release() }
}
