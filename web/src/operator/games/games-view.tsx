import { useQuery } from '@tanstack/react-query'
import { type GameFigures, readGameFigures } from '#core/api/operator/games.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { Button } from '../../components/button.tsx'
import { urlOf } from '../../lib/call.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'
import { useAction } from '../frame/action.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { gamesQuery, overviewQuery } from '../overview/overview-api.ts'
import { PAUSABLE, pauseAction, resumeAction } from './pause-actions.ts'
import { percentText, ReturnBand, ReturnText } from './return-band.tsx'

/** Shows what can be paused, and what each game has brought. */
export function GamesView() {
  return (
    <>
      <PausesPanel />
      <FiguresPanel />
    </>
  )
}

type Pause = OperatorOverview['paused'][number]
type Pausable = { name: string; pause: Pause | undefined }

const pauseColumns: readonly Column<Pausable>[] = [
  { name: 'What', cell: ({ name }) => name },
  {
    name: 'State',
    cell: ({ pause }) =>
      pause ? (
        <>
          <Mark tone="bad">paused</Mark> {pause.reason}
        </>
      ) : (
        <Mark tone="good">open</Mark>
      ),
  },
  {
    name: 'Act',
    isTools: true,
    cell: (row) => <PauseButton {...row} />,
  },
]

function PausesPanel() {
  const overview = useQuery(overviewQuery)
  return (
    <Panel title="Open and paused" className="op-narrow">
      <Loaded query={overview}>
        {({ paused }) => (
          <DataTable
            label="Open and paused"
            columns={pauseColumns}
            rows={PAUSABLE.map((name) => ({
              name,
              pause: paused.find(({ gameType }) => gameType === name),
            }))}
            rowKey={({ name }) => name}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function PauseButton({ name, pause }: Pausable) {
  const ask = useAction()
  return (
    <Button
      size="small"
      variant={pause ? 'go' : 'plain'}
      onClick={() => ask(pause ? resumeAction(name) : pauseAction(name))}
    >
      {pause ? 'Resume' : 'Pause'} <span className="sr-only">{name}</span>
    </Button>
  )
}

const columns: readonly Column<GameFigures>[] = [
  { name: 'Game', cell: ({ gameType }) => gameType },
  { name: 'Rounds', isNumber: true, cell: ({ rounds }) => formatCoins(rounds) },
  { name: 'Hits', isNumber: true, cell: ({ hits }) => formatCoins(hits) },
  { name: 'Staked', isNumber: true, cell: ({ staked }) => formatCoins(staked) },
  { name: 'Paid', isNumber: true, cell: ({ paid }) => formatCoins(paid) },
  {
    name: 'House',
    isNumber: true,
    cell: ({ staked, paid }) => formatGain(staked - paid),
  },
  {
    name: 'Return',
    isNumber: true,
    cell: (game) => <ReturnText game={game} />,
  },
  {
    name: 'Expected return',
    isNumber: true,
    cell: ({ expected }) =>
      expected ? percentText(expected.returnPercent) : '–',
  },
  { name: 'Expected range (99 %)', cell: (game) => <ReturnBand game={game} /> },
  {
    name: 'Off by',
    isNumber: true,
    cell: ({ expected }) =>
      typeof expected?.sigmas === 'number'
        ? `${expected.sigmas.toFixed(2).replace('-', '\u2212')} σ`
        : '–',
  },
  { name: 'Jackpot', cell: ({ jackpot }) => <Jackpot jackpot={jackpot} /> },
]

function Jackpot({ jackpot }: Pick<GameFigures, 'jackpot'>) {
  if (!jackpot) return '–'
  const { hits, expectedHits, paid, isCredible } = jackpot
  const text = `Hits ${formatCoins(hits)}, expected ${expectedHits.toFixed(2)}, paid ${formatCoins(paid)}`
  return isCredible ? text : <Mark tone="bad">{text}</Mark>
}

function FiguresPanel() {
  const games = useQuery(gamesQuery)
  return (
    <Panel
      title="Results by game"
      tools={
        <a
          href={urlOf(readGameFigures, { query: { format: 'csv' } })}
          download
          className="op-link"
          aria-label="Results by game as CSV"
        >
          CSV
        </a>
      }
    >
      <Loaded query={games} skeleton="h-64">
        {({ games: rows }) => (
          <>
            <DataTable
              label="Results by game"
              columns={columns}
              rows={rows}
              rowKey={({ gameType }) => gameType}
            />
            <p className="op-said">
              An honest game lands in this range 99 times out of 100. In a game
              with choices, that is the range of best play, and most players
              return less.
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
