import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  listSportsGames,
  type OperatorSportsGame,
} from '#core/api/operator/sports.ts'
import { Button } from '../../components/button.tsx'
import { formatCoins, formatGameTime } from '../../lib/format.ts'
import { useAction } from '../frame/action.ts'
import { Age } from '../frame/age.tsx'
import type { Column } from '../frame/data-table.tsx'
import { FigureList } from '../frame/figure-list.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { useView, viewLink } from '../frame/views.ts'
import { operatorList, operatorQuery } from '../operator-api.ts'
import { overviewQuery } from '../overview/overview-api.ts'
import {
  betsText,
  correctAction,
  gameName,
  voidAction,
} from './game-actions.ts'
import { GameBets } from './game-bets.tsx'

/** The feed, and the games with what is bet on them; or the bets on one. */
export function SportsView() {
  const id = useView().param('game')
  if (id) {
    return (
      <>
        <Link to={viewLink('sports')} className="op-link">
          All games
        </Link>
        <GamePanel id={id} />
        <GameBets key={id} gameId={id} />
      </>
    )
  }
  return (
    <>
      <FeedPanel />
      <ListPanel list={games} />
    </>
  )
}

const sources = {
  simulated: 'the simulated season',
  the_odds_api: 'The Odds API',
} as const

function FeedPanel() {
  const query = useQuery(overviewQuery)
  return (
    <Panel title="Feed">
      <Loaded query={query}>
        {({ sports }) => (
          <FigureList
            rows={[
              ['Source', sports.source ? sources[sports.source] : 'none yet'],
              [
                'Prices',
                <Mark key="prices" tone={sports.isStale ? 'bad' : 'good'}>
                  {sports.isStale ? 'too old to bet on' : 'fresh'}
                </Mark>,
              ],
              [
                'Last heard',
                sports.lastPollAt ? (
                  <Age key="last" at={sports.lastPollAt} />
                ) : (
                  'never'
                ),
              ],
              ['Open bets', betsText(sports.pendingBets, sports.pendingStakes)],
              ['Could pay', formatCoins(sports.reserved)],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const tones: Record<OperatorSportsGame['status'], Tone> = {
  scheduled: 'plain',
  live: 'good',
  final: 'plain',
  cancelled: 'bad',
}

const heldTexts: Record<NonNullable<OperatorSportsGame['heldFor']>, string> = {
  other_teams: 'held: other teams',
  other_start: 'held: other day',
  early_result: 'held: result before its start',
  lower_score: 'held: score fell',
}

function GamePanel({ id }: { id: string }) {
  const query = useQuery(
    operatorQuery(listSportsGames, { query: { bets: 'any', id } }),
  )
  return (
    <Loaded query={query}>
      {({ games: [game] }) =>
        game ? (
          <Panel title={gameName(game)} tools={<GameButtons game={game} />}>
            <FigureList
              rows={columns.map(({ name, cell }) => [name, cell(game)])}
            />
          </Panel>
        ) : (
          <p className="op-empty">There is no such game.</p>
        )
      }
    </Loaded>
  )
}

const columns: readonly Column<OperatorSportsGame>[] = [
  {
    name: 'Starts',
    cell: ({ commenceTime }) => formatGameTime(commenceTime),
  },
  {
    name: 'State',
    cell: ({ status, decidedBy, heldFor }) =>
      heldFor ? (
        <Mark tone="bad">{heldTexts[heldFor]}</Mark>
      ) : (
        <Mark tone={tones[status]}>
          {decidedBy ? `${status}, by ${decidedBy}` : status}
        </Mark>
      ),
  },
  {
    name: 'Score',
    isNumber: true,
    cell: ({ awayScore, homeScore }) =>
      homeScore === null ? '–' : `${awayScore} : ${homeScore}`,
  },
  {
    name: 'Open bets',
    isNumber: true,
    cell: ({ openBets, bets }) =>
      `${formatCoins(openBets)} of ${formatCoins(bets)}`,
  },
  {
    name: 'Stakes',
    isNumber: true,
    cell: ({ openStakes }) => formatCoins(openStakes),
  },
  {
    name: 'Could pay',
    isNumber: true,
    cell: ({ reserved }) => formatCoins(reserved),
  },
  { name: 'Paid', isNumber: true, cell: ({ paid }) => formatCoins(paid) },
]

const games = operatorList({
  title: 'Games',
  endpoint: listSportsGames,
  rows: ({ games: rows }) => rows,
  key: ({ id }) => id,
  filters: [
    {
      param: 'bets',
      label: 'Which games',
      options: [
        ['open', 'Open bets or held'],
        ['any', 'All games'],
      ],
    },
  ],
  columns: [
    {
      name: 'Game',
      cell: (game) => (
        <Link to={viewLink('sports', { game: game.id })} className="op-name">
          {gameName(game)}
        </Link>
      ),
    },
    ...columns,
    { name: 'Act', isTools: true, cell: (game) => <GameButtons game={game} /> },
  ],
  empty: 'No game is held or has open bets.',
})

function GameButtons({ game }: { game: OperatorSportsGame }) {
  const ask = useAction()
  const of = <span className="sr-only">{gameName(game)}</span>
  return (
    <span className="op-tools">
      <Button size="small" onClick={() => ask(correctAction(game))}>
        Score… {of}
      </Button>
      {game.status !== 'cancelled' && (
        <Button size="small" onClick={() => ask(voidAction(game))}>
          Void… {of}
        </Button>
      )}
    </span>
  )
}
