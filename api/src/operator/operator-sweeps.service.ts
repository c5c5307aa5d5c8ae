import type {
  OperatorSweep,
  OperatorSweepDetails,
  OperatorSweepPlan,
  SweepPlanRequest,
} from '#core/api/operator/chain.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { SweepService } from '../payments/sweep/sweep.service.ts'
import type {
  SweepOrder,
  SweepPlanService,
} from '../payments/sweep/sweep-plan.service.ts'
import type { Database } from '../platform/db/database.ts'
import { parseNumber } from './operator-list.ts'
import type { Attribution, OperatorLog } from './operator-log.service.ts'

export type OperatorSweepsService = ReturnType<typeof createOperatorSweeps>

export function createOperatorSweeps({
  db,
  isCarriedOut,
  log,
  plans,
  sweeps,
}: {
  db: Database
  /** True if there is an operator account to run sweeps. */
  isCarriedOut: boolean
  log: OperatorLog
  /** Undefined where no chain is connected, like `sweeps`. */
  plans: SweepPlanService | undefined
  sweeps: SweepService | undefined
}) {
  function order(request: SweepPlanRequest): Promise<SweepOrder> {
    if (!plans) throw new Refusal('deposits_off')
    return plans.plan(request)
  }

  async function details(id: number): Promise<OperatorSweepDetails> {
    const [sweep] = (await sweeps?.list({ id, limit: 1 })) ?? []
    if (!sweeps || !sweep) throw new Refusal('sweep_unknown')
    const moves = await sweeps.listMoves(id)
    return {
      sweep: toOperatorSweep(sweep),
      moves: moves.map((move) => ({
        wallet: move.wallet,
        asset: move.asset,
        amount: formatUnits(move.amountWei),
        status: move.status,
        problem: move.problem,
        txHash: move.txHash,
        fee: move.feeWei === null ? null : formatUnits(move.feeWei),
      })),
    }
  }

  return {
    details,

    async page({ before }: { before?: string | undefined }, limit: number) {
      const rows = await sweeps?.list({ before: parseNumber(before), limit })
      return (rows ?? []).map(toOperatorSweep)
    },

    async plan(request: SweepPlanRequest): Promise<OperatorSweepPlan> {
      const { plan, treasury } = await order(request)
      return {
        treasury,
        moves: plan.moves.map(({ amountWei, asset, wallet }) => ({
          wallet,
          asset,
          amount: formatUnits(amountWei),
        })),
        cost: formatUnits(plan.costWei),
        funding: formatUnits(plan.fundingWei),
      }
    },

    async start(by: Attribution, request: SweepPlanRequest) {
      const { plan, treasury } = await order(request)
      const { moves } = plan
      if (!isCarriedOut) throw new Refusal('sweep_account_missing')
      if (!sweeps || moves.length === 0) throw new Refusal('sweep_empty')
      const id = await db.transaction(async (tx) => {
        const sweep = { treasury, requestedBy: by.actor.name }
        const added = await sweeps.request(tx, sweep, moves)
        if (added === undefined) throw new Refusal('sweep_running')
        await log.add(tx, by, {
          action: 'sweep',
          target: `sweep ${added}`,
          after: { treasury, moves: moves.length },
        })
        return added
      })
      return details(id)
    },
  }
}

function toOperatorSweep(
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
