import { openLease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { WalletModule } from '../wallets/wallets.ts'
import { openSweepService } from './sweep.service.ts'
import { openSweepPlanService } from './sweep-plan.service.ts'
import { openSweeper } from './sweeper.ts'

const EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000

export type SweepModule = ReturnType<typeof openSweep>

export function openSweep(
  platform: Pick<Platform, 'db' | 'log'>,
  needs: {
    chain: DepositChain | undefined
    wallet: Pick<WalletModule, 'vault'>
  },
) {
  if (!needs.chain) return {}
  const { account, chain, site } = needs.chain
  const sweeps = openSweepService(platform.db, site.instanceId)
  const plans = openSweepPlanService(platform, needs.chain)
  if (!account) return { plans, service: sweeps }
  const lease = openLease('sweep', platform)
  const deps = { ...platform, ...needs.chain, ...needs.wallet }
  const { treasury } = site
  const sweeper = openSweeper({ ...deps, sweeps, treasury })
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
