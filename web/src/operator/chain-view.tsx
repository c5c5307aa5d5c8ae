import { useQuery } from '@tanstack/react-query'
import { listOutbox } from '#core/api/operator/chain.ts'
import { listAnchors } from '#core/api/operator/house.ts'
import { formatCoins, groupedUnits } from '../lib/format.ts'
import { Age, Hex, Mark, shortUnits, type Tone } from './cells.tsx'
import { choices, ListPanel, operatorList } from './list-panel.tsx'
import { FigureList, Loaded, Note, Panel, PanelRow } from './panel.tsx'
import { overviewQuery } from './queries.ts'
import { PlanPanel, SweepDetails, sweepList } from './sweeps.tsx'
import { useView } from './views.tsx'

/** Shows transactions of the operator account, and its gas. */
export function ChainView() {
  const sweep = useView().param('sweep')
  if (sweep) return <SweepDetails key={sweep} id={sweep} />
  return (
    <>
      <PanelRow>
        <GasPanel />
        <PlanPanel />
        <ListPanel list={sweepList} />
      </PanelRow>
      <ListPanel list={outbox} />
      <ListPanel list={anchors} />
    </>
  )
}

const tones = {
  queued: 'waiting',
  sent: 'waiting',
  mined: 'waiting',
  final: 'good',
  failed: 'bad',
} satisfies Record<string, Tone>

type SentStateProps = {
  state: keyof typeof tones
  problem: string | null
}

function SentState({ state, problem }: SentStateProps) {
  if (!problem) return <Mark tone={tones[state]}>{state}</Mark>
  const text = `${state}, ${problem.replaceAll('_', ' ')}`
  return <Mark tone="warning">{text}</Mark>
}

const outbox = operatorList({
  title: 'Outbox',
  endpoint: listOutbox,
  rows: ({ transactions }) => transactions,
  key: ({ id }) => id,
  filters: {
    status: {
      label: 'State',
      options: choices('All states', Object.keys(tones)),
    },
  },
  columns: {
    'No.': ({ id }) => formatCoins(id),
    Purpose: ({ purpose }) => purpose.replaceAll('_', ' '),
    State: ({ status, problem }) => (
      <SentState state={status} problem={problem} />
    ),
    Value: { figure: ({ value }) => groupedUnits(value) },
    Nonce: { figure: ({ nonce }) => nonce },
    Block: { figure: ({ blockNumber }) => blockNumber },
    Since: ({ createdAt }) => <Age at={createdAt} />,
    To: ({ to }) => <Hex hex={to} on="address" />,
    Hash: ({ hashes: [newest, ...older] }) => (
      <>
        <Hex hex={newest} on="tx" none="not signed" />
        {older.length > 0 && <span>{` and ${older.length} before`}</span>}
      </>
    ),
  },
  empty: 'There is no such transaction.',
})

const anchors = operatorList({
  title: 'Anchors',
  endpoint: listAnchors,
  rows: ({ anchors: rows }) => rows,
  key: ({ id }) => id,
  columns: {
    Anchor: ({ number }) => `no. ${formatCoins(number)}`,
    State: ({ state, problem }) => (
      <SentState state={state} problem={problem} />
    ),
    Leaves: { figure: ({ leaves }) => leaves },
    Block: { figure: ({ mined }) => mined?.block },
    Gas: { figure: ({ mined }) => mined?.gasUsed },
    Cost: { figure: ({ mined }) => mined && gweiText(mined.cost) },
    Since: ({ createdAt }) => <Age at={createdAt} />,
    Root: ({ root }) => <Hex hex={root} />,
    Transaction: ({ mined }) => <Hex hex={mined?.transaction} on="tx" />,
  },
  empty: 'No root is anchored yet.',
})

const WEI_IN_GWEI = 1_000_000_000n

/** Formats wei in gwei, rounded down: '123,456 gwei'. */
function gweiText(wei: string): string {
  return `${(BigInt(wei) / WEI_IN_GWEI).toLocaleString('en-US')} gwei`
}

function GasPanel() {
  const query = useQuery(overviewQuery)
  return (
    <Panel title="Gas">
      <Loaded query={query}>
        {({ outbox: state }) => {
          if (!state?.gas) {
            return <Note>The operator has no account on a chain.</Note>
          }
          const { address, balance, lowMark, isLow, seenAt } = state.gas
          const figures = {
            Holds: balance ? (
              <Mark tone={isLow ? 'bad' : 'good'}>
                {shortUnits(balance)} tBNB
              </Mark>
            ) : (
              'not seen'
            ),
            'Alarm below': lowMark ? `${shortUnits(lowMark)} tBNB` : 'not set',
            Seen: <Age at={seenAt} />,
            Account: <Hex hex={address} on="address" />,
          }
          return <FigureList figures={figures} />
        }}
      </Loaded>
    </Panel>
  )
}
