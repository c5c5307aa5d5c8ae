import { useQuery } from '@tanstack/react-query'
import { type GameFigures, readGameFigures } from '#core/api/operator/games.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { toUrl } from '../lib/call.ts'
import { formatCoins, formatGain } from '../lib/format.ts'
import { ActionButton } from './actions.tsx'
import { Mark } from './cells.tsx'
import { type Columns, TablePanel } from './data-table.tsx'
import { CsvLink, Note } from './panel.tsx'
import { PAUSABLE, pauseAction, resumeAction } from './pause-actions.ts'
import { gamesQuery, overviewQuery } from './queries.ts'
import { percentText, ReturnBand, ReturnText } from './return-band.tsx'

/** Shows pauses, and the results of each game. */
export function GamesView() {
  return (
    <>
      <PausesPanel />
      <ResultsPanel />
    </>
  )
}

type Pausable = {
  name: string
  pause: OperatorOverview['paused'][number] | undefined
}

const pauseColumns: Columns<Pausable> = {
  What: ({ name }) => name,
  State: ({ pause }) => (
    <>
      <Mark tone={pause ? 'bad' : 'good'}>{pause ? 'paused' : 'open'}</Mark>{' '}
      {pause?.reason}
    </>
  ),
  Act: {
    tools: ({ name, pause }) => (
      <ActionButton
        action={pause ? resumeAction(name) : pauseAction(name)}
        of={name}
        variant={pause ? 'go' : 'plain'}
      >
        {pause ? 'Resume' : 'Pause'}
      </ActionButton>
    ),
  },
}

function PausesPanel() {
  return (
    <TablePanel
      title="Open and paused"
      className="max-w-[46rem]"
      query={useQuery(overviewQuery)}
      columns={pauseColumns}
      rows={({ paused }) =>
        PAUSABLE.map((name) => ({
          name,
          pause: paused.find(({ gameType }) => gameType === name),
        }))
      }
      rowKey={({ name }) => name}
    />
  )
}

const columns: Columns<GameFigures> = {
  Game: ({ gameType }) => gameType,
  Rounds: { figure: ({ rounds }) => rounds },
  Hits: { figure: ({ hits }) => hits },
  Staked: { figure: ({ staked }) => staked },
  Paid: { figure: ({ paid }) => paid },
  House: { figure: ({ staked, paid }) => formatGain(staked - paid) },
  Return: { figure: (game) => <ReturnText game={game} /> },
  'Expected return': {
    figure: ({ expected }) => expected && percentText(expected.returnPercent),
  },
  'Expected range (99 %)': (game) => <ReturnBand game={game} />,
  'Off by': {
    figure: ({ expected }) =>
      typeof expected?.sigmas === 'number'
        ? `${expected.sigmas.toFixed(2).replace('-', '\u2212')} σ`
        : null,
  },
  Jackpot: ({ jackpot }) => <Jackpot jackpot={jackpot} />,
}

function Jackpot({ jackpot }: Pick<GameFigures, 'jackpot'>) {
  if (!jackpot) return '–'
  const { hits, expectedHits, paid, isCredible } = jackpot
  const text = `Hits ${formatCoins(hits)}, expected ${expectedHits.toFixed(2)}, paid ${formatCoins(paid)}`
  return isCredible ? text : <Mark tone="bad">{text}</Mark>
}

const RESULTS = 'Results by game'

function ResultsPanel() {
  const csv = toUrl(readGameFigures, { query: { format: 'csv' } })
  return (
    <TablePanel
      title={RESULTS}
      tools={<CsvLink title={RESULTS} href={csv} />}
      query={useQuery(gamesQuery)}
      columns={columns}
      rows={({ games }) => games}
      rowKey={({ gameType }) => gameType}
    >
      <Note>
        A fair game lands in this range 99 times out of 100. For games with
        choices, the range assumes best play, and most players get back less.
      </Note>
    </TablePanel>
  )
}
