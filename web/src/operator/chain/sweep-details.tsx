import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type OperatorSweepDetails,
  readSweep,
} from '#core/api/operator/chain.ts'
import { amountText, groupedUnits } from '../../lib/amount-text.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Hex } from '../frame/hex.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { operatorQuery } from '../operator-api.ts'

/** One sweep, move by move. */
export function SweepDetails({ id }: { id: string }) {
  const query = useQuery(operatorQuery(readSweep, { params: { id } }))
  return (
    <>
      <Link to={viewLink('chain')} className="op-link">
        The chain
      </Link>
      <Panel title={`Sweep no. ${id}`}>
        <Loaded query={query}>
          {({ moves }) => (
            <DataTable
              label="Moves"
              columns={columns}
              rows={moves}
              rowKey={({ wallet, asset }) => `${wallet} ${asset}`}
            />
          )}
        </Loaded>
      </Panel>
    </>
  )
}

type Move = OperatorSweepDetails['moves'][number]

const tones: Record<Move['status'], Tone> = {
  planned: 'waiting',
  sent: 'waiting',
  mined: 'waiting',
  final: 'good',
  skipped: 'plain',
  lost: 'bad',
}

const columns: readonly Column<Move>[] = [
  { name: 'Wallet', cell: ({ wallet }) => <Hex hex={wallet} on="address" /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, asset: cryptoType }) => amountText({ amount, cryptoType }),
  },
  {
    name: 'State',
    cell: ({ status, problem }) => (
      <>
        <Mark tone={tones[status]}>{status}</Mark> {problem}
      </>
    ),
  },
  {
    name: 'Fee',
    isNumber: true,
    cell: ({ fee }) => (fee === null ? '–' : groupedUnits(fee)),
  },
  {
    name: 'Transaction',
    cell: ({ txHash }) => (txHash ? <Hex hex={txHash} on="tx" /> : 'none'),
  },
]
