import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import {
  type OperatorNeeds,
  openOperatorServices,
} from './operator-services.ts'
import { mountOperators } from './operators.routes.ts'
import { openProcessReports } from './process-reports.service.ts'
import { operatorGuards } from './require-operator.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

/** Opens the endpoints, guards and jobs of operators. */
export function openOperators(platform: Platform, needs: OperatorNeeds) {
  const services = openOperatorServices(platform, needs)
  const { accounts, actions, gas, samples, tokens } = services
  return {
    actions,
    samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens,
        requirePlayer: needs.sessions.guards.requirePlayer,
      }),
    },
    jobs: [
      { name: 'house_samples', everyMs: SAMPLE_EVERY_MS, run: samples.take },
      openProcessReports({
        ...platform,
        chain: needs.chain?.chain,
        indexerHead: needs.deposits.indexerHead,
      }),
      ...(gas
        ? [{ name: 'gas_level', everyMs: GAS_EVERY_MS, run: gas.refresh }]
        : []),
    ] satisfies Job[],
    mount: (serve: Serve) => mountOperators(serve, services),
  }
}
