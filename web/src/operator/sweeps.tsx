import { useMutation, useQuery } from '@tanstack/react-query'
import {
  listSweeps,
  type OperatorSweepDetails,
  type OperatorSweepPlan,
  planSweep,
  readSweep,
  startSweep,
} from '#core/api/operator/chain.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { Button } from '../components/button.tsx'
import { call } from '../lib/call.ts'
import { errorMessage } from '../lib/error-message.ts'
import { formatCoins, groupedUnits, shortHex } from '../lib/format.ts'
import { type Action, ActionButton } from './actions.tsx'
import { Age, Hex, Mark, shortUnits, type Tone } from './cells.tsx'
import { type Columns, DataTable, TablePanel } from './data-table.tsx'
import { assetText } from './deposit-list.tsx'
import { operatorList } from './list-panel.tsx'
import { Note, Panel } from './panel.tsx'
import { operatorQuery, overviewQuery } from './queries.ts'
import { ViewLink } from './views.tsx'

type PlannedMove = OperatorSweepPlan['moves'][number]
type Move = OperatorSweepDetails['moves'][number]

const plannedColumns = {
  Wallet: ({ wallet }) => <Hex hex={wallet} on="address" />,
  Amount: { figure: assetText },
} satisfies Columns<PlannedMove>

const tones: Record<Move['status'], Tone> = {
  planned: 'waiting',
  sent: 'waiting',
  mined: 'waiting',
  final: 'good',
  skipped: 'plain',
  lost: 'bad',
}

const moveColumns: Columns<Move> = {
  ...plannedColumns,
  State: ({ status, problem }) => (
    <>
      <Mark tone={tones[status]}>{status}</Mark> {problem}
    </>
  ),
  Fee: { figure: ({ fee }) => fee && groupedUnits(fee) },
  Transaction: ({ txHash }) => <Hex hex={txHash} on="tx" />,
}

function moveKey({ wallet, asset }: PlannedMove): string {
  return `${wallet} ${asset}`
}

export const sweepList = operatorList({
  title: 'Sweeps',
  endpoint: listSweeps,
  rows: ({ sweeps }) => sweeps,
  key: ({ id }) => id,
  columns: {
    Sweep: ({ id }) => (
      <ViewLink view="chain" params={{ sweep: String(id) }}>
        no. {id}
      </ViewLink>
    ),
    Moves: {
      figure: ({ moves, movesDone }) =>
        `${formatCoins(movesDone)} of ${formatCoins(moves)}`,
    },
    State: ({ doneAt }) => (
      <Mark tone={doneAt ? 'good' : 'waiting'}>
        {doneAt ? 'done' : 'on the way'}
      </Mark>
    ),
    By: ({ requestedBy }) => requestedBy,
    Since: ({ requestedAt }) => <Age at={requestedAt} />,
  },
  empty: 'No sweeps yet.',
})

/** One sweep, move by move. */
export function SweepDetails({ id }: { id: string }) {
  return (
    <>
      <ViewLink view="chain" className="op-link">
        The chain
      </ViewLink>
      <TablePanel
        title={`Sweep no. ${id}`}
        label="Moves"
        query={useQuery(operatorQuery(readSweep, { params: { id } }))}
        columns={moveColumns}
        rows={({ moves }) => moves}
        rowKey={moveKey}
      />
    </>
  )
}

/** Plans a sweep, and starts it. */
export function PlanPanel() {
  const { data: overview } = useQuery(overviewQuery)
  const obstacle = overview && findObstacle(overview)
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(planSweep, { body: {} }),
  })
  return (
    <Panel
      title="Sweep"
      tools={
        <>
          <Button
            size="small"
            disabled={obstacle !== undefined}
            pending={isPending}
            onClick={() => mutate()}
          >
            Plan
          </Button>
          {data && data.moves.length > 0 && (
            <ActionButton variant="danger" action={sweepAction(data)}>
              Sweep…
            </ActionButton>
          )}
        </>
      }
    >
      {error && <Note role="alert">{errorMessage(error)}</Note>}
      {data && <Plan {...data} />}
      {!(data || error) && (
        <Note>
          {obstacle ??
            'Moves wallet balances to the treasury. A plan only reads the chain and moves nothing.'}
        </Note>
      )}
    </Panel>
  )
}

/** Returns why a sweep is not possible; undefined if it is. */
function findObstacle({ chain }: OperatorOverview): string | undefined {
  if (!chain) return 'No chain is connected.'
  if (chain.treasury) return undefined
  return 'No treasury is set. Set TREASURY_ADDRESS to the account that receives the wallets’ balances.'
}

function Plan({ moves, treasury, cost, funding }: OperatorSweepPlan) {
  if (moves.length === 0) {
    return <Note role="status">No balance is worth its fees.</Note>
  }
  return (
    <>
      <Note role="status">
        {`${formatCoins(moves.length)} balances would go to ${shortHex(treasury)}, for ${shortUnits(cost)} in fees, of which the operator account pays ${shortUnits(funding)}.`}
      </Note>
      <DataTable
        label="Planned moves"
        columns={plannedColumns}
        rows={moves}
        rowKey={moveKey}
      />
    </>
  )
}

function sweepAction({ moves, treasury, cost }: OperatorSweepPlan): Action {
  return {
    title: 'Sweep to the treasury',
    consequence: `Moves ${formatCoins(moves.length)} wallet balances to ${treasury}. Fees are about ${shortUnits(cost)} of the chain’s coin.`,
    verb: 'Sweep',
    isDanger: true,
    send: ({ reason }) => call(startSweep, { body: { reason } }),
    done: 'Sweep started',
  }
}
