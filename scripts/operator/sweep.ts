import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  type OperatorSweepPlan,
  sweepPlanRequest,
} from '#core/api/operator/chain.ts'
import { reason } from '#core/api/operator/shared.ts'
import { assert } from '#core/assert.ts'
import type { TestChainId } from '#core/chain/chains.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { countText } from '#core/count-text.ts'
import { formatUnits, parseUnits } from '#core/deposits/deposit-coins.ts'
import { createOperatorSweeps } from '../../api/src/operator/operator-sweeps.service.ts'
import {
  createSweepService,
  type MoveRow,
  type SweepService,
} from '../../api/src/payments/sweep/sweep.service.ts'
import { createSweepPlanService } from '../../api/src/payments/sweep/sweep-plan.service.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { by, type CommandServices, commandChain } from './services.ts'

/** Options of a sweep; a minimum is of one asset. */
export const sweepRequest = z
  .extend(sweepPlanRequest, {
    'dry-run': z.optional(z.boolean()),
    reason: z.optional(reason),
  })
  .check(z.refine(({ asset, minimum }) => asset || minimum === undefined))

const POLL_MS = 300
/** Blocks take a second, and gas for a wallet takes two of them. */
const SILENT_AFTER_MS = 30_000

const WHY = {
  needs_gas: 'waits for gas from the operator account',
  fees_too_high: 'waits for lower fees',
  not_worth_it: 'skipped: its fee is more than it brings',
  wrong_treasury:
    "skipped: the API's TREASURY_ADDRESS is another, or a player's wallet",
  refused: 'skipped: the chain refuses it',
}

/**
 * Plans a sweep of players' wallets to the treasury, which the API executes. Signs
 * nothing and can be interrupted.
 */
export async function sweep(
  services: CommandServices,
  { 'dry-run': isDryRun, reason, ...what }: z.infer<typeof sweepRequest>,
): Promise<string> {
  const { log, platform } = services
  const chain = await commandChain(services)
  const { chainId, instanceId } = chain.site
  const sweeps = createSweepService(platform.db, instanceId)
  const operatorSweeps = createOperatorSweeps({
    db: platform.db,
    // Planned by the API, with its own settings.
    isCarriedOut: true,
    log,
    plans: createSweepPlanService(platform, chain),
    sweeps,
  })
  const current = isDryRun ? undefined : await sweeps.current()
  if (current) {
    const { id, requestedAt, requestedBy, treasury } = current
    console.log(
      `Sweep ${id} to ${treasury} is running, requested by ${requestedBy} at ${requestedAt.toISOString()}.`,
    )
    await followSweep(sweeps, id)
    return 'It is done. No other sweep was started.'
  }
  const plan = await operatorSweeps.plan(what)
  if (plan.moves.length === 0) return 'Nothing to do.'
  console.log(describe(plan, chainId))
  if (isDryRun) return 'A dry run: nothing was written or sent.'
  const { id } = (await operatorSweeps.start(by(reason), what)).sweep
  console.log(`Sweep ${id} started; it continues if this command stops.`)
  await followSweep(sweeps, id)
  return `Sweep ${id} is done.`
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
    `${countText(moves.length, 'move')} for fees of about ${about(cost)} tBNB, of which the operator account pays ${about(funding)}.`,
  ].join('\n')
}

/** Rounds up to two digits, since fees change until they are paid. */
function about(units: string): string {
  const wei = parseUnits(units)
  assert(wei !== undefined, 'a plan is in units of the chain')
  const step = 10n ** BigInt(Math.max(String(wei).length - 2, 0))
  return formatUnits(((wei + step - 1n) / step) * step)
}

/**
 * Prints the moves of a sweep until it is done.
 *
 * @throws LaunchError on timeout, while the API continues; and if planned assets
 * were not moved
 */
async function followSweep(
  sweeps: SweepService,
  sweepId: number,
): Promise<void> {
  const printed = new Map<number, string>()
  let changedMs = performance.now()
  for (;;) {
    const isDone = (await sweeps.current())?.id !== sweepId
    const moves = await sweeps.listMoves(sweepId)
    for (const move of moves) {
      const line = findLine(move)
      if (!line || printed.get(move.id) === line) continue
      printed.set(move.id, line)
      changedMs = performance.now()
      console.log(line)
    }
    if (isDone) return requireMoved(moves)
    if (performance.now() - changedMs >= SILENT_AFTER_MS) {
      throw new LaunchError(
        `Nothing has moved for ${SILENT_AFTER_MS / 1_000} s. An API process with this TREASURY_ADDRESS and OPERATOR_PRIVATE_KEY continues when it can; "npm run operator -- sweep" follows it again.`,
      )
    }
    await sleep(POLL_MS)
  }
}

function requireMoved(moves: readonly MoveRow[]): void {
  if (moves.some(({ problem }) => problem === 'wrong_treasury')) {
    throw new LaunchError(
      "The API does not sweep there: its TREASURY_ADDRESS is another one, or none, or a player's wallet. Set the same for both, and restart the API.",
    )
  }
  const moved = moves.filter(({ hasSucceeded }) => hasSucceeded)
  // Assets worth less than their fee stay.
  const left = moves.filter(({ problem }) => problem === 'not_worth_it')
  const failed = moves.length - moved.length - left.length
  if (failed > 0) throw new LaunchError(`Not moved: ${failed} of the above.`)
  if (moved.length === 0) throw new LaunchError('Nothing was moved.')
}

function findLine(move: MoveRow): string | undefined {
  const what = `${move.wallet}  ${formatUnits(move.amountWei)} ${move.asset}`
  if (move.status === 'final') {
    const outcome = move.hasSucceeded ? 'moved by' : 'REVERTED in'
    return `${what}  ${outcome} ${move.txHash}`
  }
  if (move.status === 'lost') {
    return `${what}  LOST: the wallet's key was used by someone else`
  }
  return move.problem ? `${what}  ${WHY[move.problem]}` : undefined
}
