import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  listSweeps,
  type OperatorSweepPlan,
  planSweep,
  startSweep,
} from '#core/api/operator/chain.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { Button } from '../../components/button.tsx'
import { amountText } from '../../lib/amount-text.ts'
import { call } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCoins } from '../../lib/format.ts'
import { shortHex } from '../../lib/short-hex.ts'
import { type Action, useAction } from '../frame/action.ts'
import { Age } from '../frame/age.tsx'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Hex } from '../frame/hex.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark } from '../frame/mark.tsx'
import { Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { operatorList } from '../operator-api.ts'
import { overviewQuery } from '../overview/overview-api.ts'
import { shortUnits } from './short-units.ts'

/** Sweeps so far, and what another one would move. */
export function SweepPanels() {
  return (
    <>
      <PlanPanel />
      <ListPanel list={sweeps} />
    </>
  )
}

function PlanPanel() {
  const ask = useAction()
  const { data: overview } = useQuery(overviewQuery)
  const obstacle = overview && obstacleTo(overview)
  const plan = useMutation({
    mutationFn: () => call(planSweep, { body: {} }),
  })
  const isWorthIt = plan.data && plan.data.moves.length > 0
  return (
    <Panel
      title="Sweep"
      tools={
        <>
          <Button
            size="small"
            disabled={obstacle !== undefined}
            pending={plan.isPending}
            onClick={() => plan.mutate()}
          >
            Plan
          </Button>
          {isWorthIt && (
            <Button
              size="small"
              variant="danger"
              onClick={() => ask(sweepAction(plan.data))}
            >
              Sweep…
            </Button>
          )}
        </>
      }
    >
      {plan.data ? (
        <Plan {...plan.data} />
      ) : (
        <p className="op-empty" role={plan.error ? 'alert' : undefined}>
          {plan.error
            ? errorMessage(plan.error)
            : (obstacle ??
              'Moves what wallets hold to the treasury. A plan reads the chain and moves nothing.')}
        </p>
      )}
    </Panel>
  )
}

/** Says why there can be no sweep, if so. */
function obstacleTo({ chain }: OperatorOverview): string | undefined {
  if (!chain) return 'No chain is connected.'
  if (chain.treasury) return undefined
  return 'No treasury is set. Set TREASURY_ADDRESS to the account that wallets are emptied to.'
}

function sweepAction({ moves, treasury, cost }: OperatorSweepPlan): Action {
  return {
    title: 'Sweep to the treasury',
    consequence: `Moves what ${formatCoins(moves.length)} balances of wallets hold to ${treasury}. Fees are about ${shortUnits(cost)} of the chain’s coin.`,
    verb: 'Sweep',
    isDanger: true,
    send: ({ reason }) => call(startSweep, { body: { reason } }),
    done: 'The sweep is on its way',
  }
}

type Move = OperatorSweepPlan['moves'][number]

const moveColumns: readonly Column<Move>[] = [
  { name: 'Wallet', cell: ({ wallet }) => <Hex hex={wallet} on="address" /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, asset: cryptoType }) => amountText({ amount, cryptoType }),
  },
]

function Plan({ moves, treasury, cost, funding }: OperatorSweepPlan) {
  return (
    <>
      <p className="op-said" role="status">
        {moves.length === 0
          ? 'Nothing is worth its fees.'
          : `${formatCoins(moves.length)} balances would go to ${shortHex(treasury)}, for ${shortUnits(cost)} in fees, of which the house’s account brings ${shortUnits(funding)}.`}
      </p>
      {moves.length > 0 && (
        <DataTable
          label="Planned moves"
          columns={moveColumns}
          rows={moves}
          rowKey={({ wallet, asset }) => `${wallet} ${asset}`}
        />
      )}
    </>
  )
}

const sweeps = operatorList({
  title: 'Sweeps',
  endpoint: listSweeps,
  rows: ({ sweeps: rows }) => rows,
  key: ({ id }) => id,
  columns: [
    {
      name: 'Sweep',
      cell: ({ id }) => (
        <Link to={viewLink('chain', { sweep: String(id) })} className="op-name">
          no. {id}
        </Link>
      ),
    },
    {
      name: 'Moves',
      isNumber: true,
      cell: ({ moves, movesDone }) =>
        `${formatCoins(movesDone)} of ${formatCoins(moves)}`,
    },
    {
      name: 'State',
      cell: ({ doneAt }) =>
        doneAt ? (
          <Mark tone="good">done</Mark>
        ) : (
          <Mark tone="waiting">on the way</Mark>
        ),
    },
    { name: 'By', cell: ({ requestedBy }) => requestedBy },
    { name: 'Since', cell: ({ requestedAt }) => <Age at={requestedAt} /> },
  ],
  empty: 'No sweeps yet.',
})
