import type { OperatorSweepPlan } from '#core/api/operator/chain.ts'
import { assert } from '#core/assert.ts'
import type { TestChainId } from '#core/chain/chains.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { unitsOf, weiOf } from '#core/deposits/deposit-coins.ts'
import { openOperatorSweeps } from '../../api/src/operator/operator-sweeps.service.ts'
import {
  openSweepService,
  type SweepService,
} from '../../api/src/payments/sweep/sweep.service.ts'
import { openSweepPlanService } from '../../api/src/payments/sweep/sweep-plan.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { commandChain } from './command-chain.ts'
import { followSweep } from './follow-sweep.ts'
import { asked, operators } from './operators.ts'
import { sweepRequest } from './sweep-request.ts'

/**
 * Plans a sweep of players' wallets to the treasury, which the API executes. Signs
 * nothing and can be interrupted.
 */
export async function sweep(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { isDryRun, reason = '', what } = sweepRequest(args)
  const { chain, platform } = await commandChain(db)
  const { chainId, instanceId } = chain.site
  const sweeps = openSweepService(db, instanceId)
  const operatorSweeps = openOperatorSweeps({
    db,
    // Planned by the API, with its own settings.
    isCarriedOut: true,
    log: operators(db).log,
    plans: openSweepPlanService(platform, chain),
    sweeps,
  })
  if (!isDryRun && (await followCurrent(sweeps))) {
    return 'It is done. No other sweep was started.'
  }
  const plan = await operatorSweeps.plan(what)
  if (plan.moves.length === 0) return 'Nothing to do.'
  console.log(describe(plan, chainId))
  if (isDryRun) return 'A dry run: nothing was written or sent.'
  const { sweep: begun } = await operatorSweeps.start(asked([reason]), what)
  const { id } = begun
  console.log(`Sweep ${id} started; it continues if this command stops.`)
  await followSweep(sweeps, id)
  return `Sweep ${id} is done.`
}

/** @returns false if no sweep was under way */
async function followCurrent(sweeps: SweepService): Promise<boolean> {
  const current = await sweeps.current()
  if (!current) return false
  const { id, requestedAt, requestedBy, treasury } = current
  console.log(
    `Sweep ${id} to ${treasury} is running, requested by ${requestedBy} at ${requestedAt.toISOString()}.`,
  )
  await followSweep(sweeps, id)
  return true
}

function describe(
  { cost, funding, moves, treasury }: OperatorSweepPlan,
  chainId: TestChainId,
): string {
  return [
    `To ${treasury} on ${NETWORKS[chainId].name}:`,
    ...moves.map(
      ({ amount, asset, wallet }) =>
        `${wallet}  ${amount} ${asset}${asset === 'tBNB' ? ', less its fee' : ''}`,
    ),
    `${moves.length} ${moves.length === 1 ? 'move' : 'moves'} for fees of about ${about(cost)} tBNB, of which the operator account pays ${about(funding)}.`,
  ].join('\n')
}

/** Rounds up to two digits, since fees change until they are paid. */
function about(units: string): string {
  const wei = weiOf(units)
  assert(wei !== undefined, 'a plan is in units of the chain')
  const step = 10n ** BigInt(Math.max(String(wei).length - 2, 0))
  return unitsOf(((wei + step - 1n) / step) * step)
}
