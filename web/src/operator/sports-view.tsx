import { useQuery } from '@tanstack/react-query'
import {
  correctScore,
  listGameBets,
  listSportsGames,
  type OperatorSportsBet,
  type OperatorSportsGame,
  voidGame,
} from '#core/api/operator/sports.ts'
import { call } from '../lib/call.ts'
import { formatCoins, formatGameTime, formatRowTime } from '../lib/format.ts'
import { MARKET_NAMES } from '../sports/shared/bet-text.ts'
import { useOddsText } from '../sports/shared/odds.tsx'
import { type Action, ActionButton } from './actions.tsx'
import { Age, Mark, RecordLink, sumText, type Tone } from './cells.tsx'
import { type Columns, getCells } from './data-table.tsx'
import { PlayerLink } from './deposit-list.tsx'
import { ListPanel, operatorList } from './list-panel.tsx'
import { FigureList, Loaded, Note, Panel, Tools } from './panel.tsx'
import { operatorQuery, overviewQuery } from './queries.ts'
import { useView, ViewLink } from './views.tsx'

/** Shows the feed and the games with bets, or the bets on one. */
export function SportsView() {
  const id = useView().param('game')
  if (id) {
    return (
      <>
        <ViewLink view="sports" className="op-link">
          All games
        </ViewLink>
        <GamePanel id={id} />
        <ListPanel key={id} list={gameBetsList(id)} />
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
            figures={{
              Source: sports.source ? sources[sports.source] : 'none yet',
              Prices: (
                <Mark tone={sports.isStale ? 'bad' : 'good'}>
                  {sports.isStale ? 'too old to bet on' : 'fresh'}
                </Mark>
              ),
              'Last update': <Age at={sports.lastPollAt} />,
              'Open bets': sumText(
                sports.pendingBets,
                'bet',
                sports.pendingStakes,
              ),
              'Could pay': formatCoins(sports.reserved),
            }}
          />
        )}
      </Loaded>
    </Panel>
  )
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
            <FigureList figures={getCells(gameColumns, game)} />
          </Panel>
        ) : (
          <Note>There is no such game.</Note>
        )
      }
    </Loaded>
  )
}

const gameTones: Record<OperatorSportsGame['status'], Tone> = {
  scheduled: 'plain',
  live: 'good',
  final: 'plain',
  cancelled: 'bad',
}

const heldTexts: Record<NonNullable<OperatorSportsGame['heldFor']>, string> = {
  other_teams: 'on hold: teams changed',
  other_start: 'on hold: day changed',
  early_result: 'on hold: result before the start',
  lower_score: 'on hold: score went down',
}

const gameColumns: Columns<OperatorSportsGame> = {
  Starts: ({ commenceTime }) => formatGameTime(commenceTime),
  State: ({ status, decidedBy, heldFor }) => {
    if (heldFor) return <Mark tone="bad">{heldTexts[heldFor]}</Mark>
    const text = decidedBy ? `${status}, by ${decidedBy}` : status
    return <Mark tone={gameTones[status]}>{text}</Mark>
  },
  Score: {
    figure: ({ awayScore, homeScore }) =>
      homeScore === null ? null : `${awayScore} : ${homeScore}`,
  },
  'Open bets': {
    figure: ({ openBets, bets }) =>
      `${formatCoins(openBets)} of ${formatCoins(bets)}`,
  },
  Stakes: { figure: ({ openStakes }) => openStakes },
  'Could pay': { figure: ({ reserved }) => reserved },
  Paid: { figure: ({ paid }) => paid },
}

const games = operatorList({
  title: 'Games',
  endpoint: listSportsGames,
  rows: ({ games: rows }) => rows,
  key: ({ id }) => id,
  filters: {
    bets: {
      label: 'Which games',
      options: { open: 'Open bets or on hold', any: 'All games' },
    },
  },
  columns: {
    Game: (game) => (
      <ViewLink view="sports" params={{ game: game.id }}>
        {gameName(game)}
      </ViewLink>
    ),
    ...gameColumns,
    Act: { tools: (game) => <GameButtons game={game} /> },
  },
  empty: 'No games on hold or with open bets.',
})

function GameButtons({ game }: { game: OperatorSportsGame }) {
  return (
    <Tools>
      <ActionButton action={correctAction(game)} of={gameName(game)}>
        Score…
      </ActionButton>
      {game.status !== 'cancelled' && (
        <ActionButton action={voidAction(game)} of={gameName(game)}>
          Void…
        </ActionButton>
      )}
    </Tools>
  )
}

/** Names a game as fans do: 'Miami Heat at Boston Celtics'. */
function gameName({ homeTeam, awayTeam }: OperatorSportsGame): string {
  return `${awayTeam} at ${homeTeam}`
}

const CORRECTED = 'Settled bets are corrected, but no balance goes below 0.'

function voidAction(game: OperatorSportsGame): Action {
  const { id } = game
  return {
    title: `Void ${gameName(game)}`,
    consequence: `Cancels the game and returns the stakes of ${openBetsText(game)}. ${CORRECTED}`,
    verb: 'Void the game',
    isDanger: true,
    send: ({ reason }) => call(voidGame, { params: { id }, body: { reason } }),
    done: `Game voided: ${openBetsText(game)} to refund`,
  }
}

function correctAction(game: OperatorSportsGame): Action {
  const { homeTeam, awayTeam, homeScore, awayScore, id } = game
  return {
    title: `Score of ${gameName(game)}`,
    consequence: `Makes this the final score and settles ${openBetsText(game)}. ${CORRECTED}`,
    warning: unfinishedText(game),
    verb: 'Set the score',
    isDanger: true,
    inputs: [
      scoreInput('away', awayTeam, awayScore),
      scoreInput('home', homeTeam, homeScore),
    ],
    send: ({ of, reason }) => {
      const score = { home: Number(of('home')), away: Number(of('away')) }
      return call(correctScore, { params: { id }, body: { ...score, reason } })
    },
    done: `Score set: ${openBetsText(game)} to settle`,
  }
}

function openBetsText({ openBets, openStakes }: OperatorSportsGame): string {
  if (openBets === 0) return 'no open bets'
  return sumText(openBets, 'bet', openStakes)
}

function unfinishedText({ status, commenceTime }: OperatorSportsGame) {
  if (status === 'live') return 'This game is still being played.'
  if (status !== 'scheduled') return undefined
  return `This game has not been played. It begins on ${formatGameTime(commenceTime)}.`
}

function scoreInput(name: string, label: string, score: number | null) {
  const initial = score === null ? '' : String(score)
  const missing = `Enter the score of the ${label}.`
  return { name, label, initial, missing, inputMode: 'numeric' } as const
}

const betTones: Record<OperatorSportsBet['status'], Tone> = {
  pending: 'waiting',
  won: 'good',
  lost: 'plain',
  void: 'bad',
}

const gameBetsList = (gameId: string) =>
  operatorList({
    title: 'Bets on this game',
    endpoint: listGameBets,
    params: { id: gameId },
    rows: ({ bets }) => bets,
    key: ({ id }) => id,
    columns: {
      Player: (bet) => <PlayerLink {...bet} />,
      On: ({ teamName, market, point, live }) =>
        [teamName, MARKET_NAMES[market], point, live && 'live']
          .filter(Boolean)
          .join(', '),
      State: ({ status }) => <Mark tone={betTones[status]}>{status}</Mark>,
      Placed: ({ placedAt }) => formatRowTime(placedAt),
      Odds: { figure: ({ odds }) => <Odds odds={odds} /> },
      Stake: { figure: ({ betAmount }) => betAmount },
      Paid: { figure: ({ payout }) => payout },
      Record: {
        tools: ({ id, username }) => (
          <RecordLink id={id} label={`Record of ${username}, ${id}`} />
        ),
      },
    },
    empty: 'No bets on this game.',
  })

function Odds({ odds }: Pick<OperatorSportsBet, 'odds'>) {
  return useOddsText()(odds)
}
