import type {
  OperatorSweep,
  OperatorSweepDetails,
  OperatorSweepPlan,
  SweepPlanRequest,
} from '#core/api/operator/chain.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { SweepService } from '../payments/sweep/sweep.service.ts'
import type {
  SweepOrder,
  SweepPlanService,
} from '../payments/sweep/sweep-plan.service.ts'
import type { Database } from '../platform/db/database.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type CareDeps = {
  db: Database
  operatorLog: OperatorLog
  /** Undefined where no chain is connected. */
  sweeps: SweepService | undefined
  plans: SweepPlanService | undefined
  /** True if there is an operator account to run sweeps. */
  isCarriedOut: boolean
}

/** Sweeps as operators plan, start and follow them. */
export class SweepCareService {
  readonly #deps: CareDeps

  constructor(deps: CareDeps) {
    this.#deps = deps
  }

  /** Newest first. */
  async page(
    before: number | undefined,
    limit: number,
  ): Promise<OperatorSweep[]> {
    const rows = await this.#deps.sweeps?.list({ before, limit })
    return (rows ?? []).map(shown)
  }

  /** @throws not_found */
  async details(id: number): Promise<OperatorSweepDetails> {
    const { sweeps } = this.#deps
    const [sweep] = (await sweeps?.list({ id, limit: 1 })) ?? []
    if (!sweeps || !sweep) throw new Refusal('sweep_unknown')
    const moves = await sweeps.movesOf(id)
    return {
      sweep: shown(sweep),
      moves: moves.map((move) => ({
        wallet: move.wallet,
        asset: move.asset,
        amount: unitsOf(move.amountWei),
        status: move.status,
        problem: move.problem,
        txHash: move.txHash,
        fee: move.feeWei === null ? null : unitsOf(move.feeWei),
      })),
    }
  }

  /** A dry run. @throws illegal_action, unavailable */
  async plan(asked: SweepPlanRequest): Promise<OperatorSweepPlan> {
    return shownPlan(await this.#order(asked))
  }

  /** Starts a sweep of all planned moves. @throws illegal_action, unavailable */
  async start(
    { actor, reason }: Asked,
    what: SweepPlanRequest,
  ): Promise<OperatorSweepDetails> {
    const { db, isCarriedOut, operatorLog, sweeps } = this.#deps
    const order = await this.#order(what)
    if (!isCarriedOut) throw new Refusal('sweep_account_missing')
    const { moves } = order.plan
    if (!sweeps || moves.length === 0) throw new Refusal('sweep_empty')
    const id = await db.transaction(async (tx) => {
      const sweep = { treasury: order.treasury, requestedBy: actor.name }
      const added = await sweeps.request(tx, sweep, moves)
      if (added === undefined) throw new Refusal('sweep_running')
      await operatorLog.add(tx, actor, {
        action: 'sweep',
        target: `sweep ${added}`,
        after: { treasury: order.treasury, moves: moves.length },
        reason,
      })
      return added
    })
    return this.details(id)
  }

  #order(asked: SweepPlanRequest): Promise<SweepOrder> {
    const { plans } = this.#deps
    if (!plans) throw new Refusal('deposits_off')
    return plans.plan(asked)
  }
}

function shown(
  row: Awaited<ReturnType<SweepService['list']>>[number],
): OperatorSweep {
  return {
    id: row.id,
    treasury: row.treasury,
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
    moves: row.moves,
    movesDone: row.movesDone,
  }
}

function shownPlan({ plan, treasury }: SweepOrder): OperatorSweepPlan {
  return {
    treasury,
    moves: plan.moves.map(({ amountWei, asset, wallet }) => ({
      wallet,
      asset,
      amount: unitsOf(amountWei),
    })),
    cost: unitsOf(plan.costWei),
    funding: unitsOf(plan.fundingWei),
  }
}
