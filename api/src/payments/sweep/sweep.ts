import { createLease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { WalletModule } from '../wallets/wallets.ts'
import { createSweepService } from './sweep.service.ts'
import { createSweepPlanService } from './sweep-plan.service.ts'
import { createSweeper } from './sweeper.ts'

const EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000

export type SweepModule = ReturnType<typeof createSweep>

export function createSweep(
  platform: Pick<Platform, 'db' | 'log'>,
  needs: {
    chain: DepositChain | undefined
    wallet: Pick<WalletModule, 'vault'>
  },
) {
  if (!needs.chain) return {}
  const { account, chain, site } = needs.chain
  const sweeps = createSweepService(platform.db, site.instanceId)
  const plans = createSweepPlanService(platform, needs.chain)
  if (!account) return { plans, service: sweeps }
  const lease = createLease('sweep', platform)
  const deps = { ...platform, ...needs.chain, ...needs.wallet }
  const { treasury } = site
  const sweeper = createSweeper({ ...deps, sweeps, treasury })
  const job: Job = {
    name: 'sweep',
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    run: whileLeading(lease, async (term, signal) => {
      await chain.check()
      await sweeper.tick(term, signal)
    }),
  }
  return {
    plans,
    service: sweeps,
    jobs: [job],
    release: () => lease.release(),
  }
}
