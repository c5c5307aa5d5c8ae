import { useQuery } from '@tanstack/react-query'
import {
  type GasState,
  listOutbox,
  type OperatorOutboxTransaction,
} from '#core/api/operator/chain.ts'
import { groupedUnits } from '../../lib/amount-text.ts'
import { formatCoins } from '../../lib/format.ts'
import { Age } from '../frame/age.tsx'
import { FigureList } from '../frame/figure-list.tsx'
import { Hex } from '../frame/hex.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { useView } from '../frame/views.ts'
import { choices, operatorList } from '../operator-api.ts'
import { overviewQuery } from '../overview/overview-api.ts'
import { anchors } from './anchors-list.tsx'
import { shortUnits } from './short-units.ts'
import { SweepDetails } from './sweep-details.tsx'
import { SweepPanels } from './sweep-panels.tsx'

/** Shows what the house sends to the chain, and what it pays that with. */
export function ChainView() {
  const sweep = useView().param('sweep')
  if (sweep) return <SweepDetails key={sweep} id={sweep} />
  return (
    <>
      <div className="op-columns">
        <GasPanel />
        <SweepPanels />
      </div>
      <ListPanel list={outbox} />
      <ListPanel list={anchors} />
    </>
  )
}

const tones: Record<OperatorOutboxTransaction['status'], Tone> = {
  queued: 'waiting',
  sent: 'waiting',
  mined: 'waiting',
  final: 'good',
  failed: 'bad',
}

const outbox = operatorList({
  title: 'Outbox',
  endpoint: listOutbox,
  rows: ({ transactions }) => transactions,
  key: ({ id }) => id,
  filters: [
    {
      param: 'status',
      label: 'State',
      options: choices('All states', Object.keys(tones)),
    },
  ],
  columns: [
    { name: 'No.', cell: ({ id }) => formatCoins(id) },
    { name: 'Purpose', cell: ({ purpose }) => purpose.replaceAll('_', ' ') },
    {
      name: 'State',
      cell: ({ status, problem }) => (
        <Mark tone={problem ? 'warning' : tones[status]}>
          {problem ? `${status}, ${problem.replaceAll('_', ' ')}` : status}
        </Mark>
      ),
    },
    { name: 'Value', isNumber: true, cell: ({ value }) => groupedUnits(value) },
    {
      name: 'Nonce',
      isNumber: true,
      cell: ({ nonce }) => (nonce === null ? '–' : formatCoins(nonce)),
    },
    {
      name: 'Block',
      isNumber: true,
      cell: ({ blockNumber }) =>
        blockNumber === null ? '–' : formatCoins(blockNumber),
    },
    { name: 'Since', cell: ({ createdAt }) => <Age at={createdAt} /> },
    { name: 'To', cell: ({ to }) => <Hex hex={to} on="address" /> },
    {
      name: 'Hash',
      cell: ({ hashes: [newest, ...older] }) =>
        newest ? (
          <>
            <Hex hex={newest} on="tx" />
            {older.length > 0 && <span>{` and ${older.length} before`}</span>}
          </>
        ) : (
          'not signed'
        ),
    },
  ],
  empty: 'There is no such transaction.',
})

function GasPanel() {
  const query = useQuery(overviewQuery)
  return (
    <Panel title="Gas">
      <Loaded query={query}>
        {({ outbox: state }) =>
          state?.gas ? (
            <FigureList rows={gasRows(state.gas)} />
          ) : (
            <p className="op-empty">
              The house has no account of its own on a chain.
            </p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function gasRows({ address, balance, lowMark, isLow, seenAt }: GasState) {
  const holds = balance && (
    <Mark tone={isLow ? 'bad' : 'good'}>{shortUnits(balance)} tBNB</Mark>
  )
  return [
    ['Holds', holds ?? 'not seen'],
    ['Low below', lowMark ? `${shortUnits(lowMark)} tBNB` : 'no mark'],
    ['Seen', seenAt ? <Age key="at" at={seenAt} /> : 'never'],
    ['Account', <Hex key="account" hex={address} on="address" />],
  ] as const
}
