import type { SportsRecord } from '#core/api/sports.ts'
import { formatSelection } from '#core/sports/game.ts'
import { coinsText, formatTime } from '../../lib/format.ts'
import {
  betState,
  betStateText,
  MARKET_NAMES,
} from '../../sports/shared/bet-text.ts'
import { oddsText } from '../../sports/shared/odds.tsx'
import { GameData } from './numbers.tsx'

type SportsProps = {
  record: SportsRecord
}

/** The game as a scoreboard, and the bet on it. */
export function SportsScore({ record }: SportsProps) {
  const { bet } = record.gameData
  const { home_team, away_team, scores } = bet.game
  const { market, teamName: name, point, odds } = bet
  const teams = [
    { team: away_team, points: scores?.away_score },
    { team: home_team, points: scores?.home_score },
  ]
  return (
    <figure>
      <ul>
        {teams.map(({ team, points }) => (
          <li
            key={team}
            className="flex justify-between gap-4 font-display font-semibold text-lead"
          >
            <span>{team}</span>
            <span className="tabular-nums">{points ?? '–'}</span>
          </li>
        ))}
      </ul>
      <figcaption className="mt-2 border-soft border-t-2 border-dashed pt-2">
        <strong>{formatSelection({ market, name, point })}</strong> at{' '}
        {oddsText(odds, 'american')}: {betStateText[betState(bet)]}
      </figcaption>
    </figure>
  )
}

const SOURCES = {
  simulated: 'A season simulated by this casino',
  the_odds_api: 'The Odds API',
} as const

/** The facts of a bet and its game, and the operators' decisions. */
export function SportsEvidence({ record }: SportsProps) {
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {listFacts(record).map(([name, fact]) => (
          <div key={name}>
            <dt className="text-small text-soft">{name}</dt>
            <dd className="font-bold">{fact}</dd>
          </div>
        ))}
      </dl>
      <Decisions decisions={record.gameData.decisions} />
      <GameData gameData={record.gameData} />
    </>
  )
}

function listFacts(record: SportsRecord): (readonly [string, string])[] {
  const { bet, game, source } = record.gameData
  const { market, teamName: name, point, odds, settledAt } = bet
  const scored = game.scores ? `, ${scoreText(game.scores)}` : ''
  const decided = DECIDERS[game.decidedBy ?? 'nobody']
  const confirmed = bet.confirmed ? 'Confirmed' : 'Not confirmed'
  return [
    ['Game', `${bet.game.away_team} at ${bet.game.home_team}`],
    ['Start time when the bet was placed', formatTime(bet.game.commence_time)],
    [
      'Bet on',
      `${MARKET_NAMES[market]}: ${formatSelection({ market, name, point })}`,
    ],
    [
      'Price',
      `${oddsText(odds, 'american')} (${oddsText(odds, 'decimal')} in decimals)`,
    ],
    ['Line', point === null ? 'None' : String(point)],
    ['Bookmaker', bet.bookmaker],
    ['Odds from the feed at', formatTime(bet.acceptedAt)],
    ['Feed', SOURCES[source]],
    ['Status', betStateText[betState(bet)]],
    ['Score that settled it', scoreText(bet.game.scores)],
    ['Payout', bet.payout === null ? 'Nothing yet' : coinsText(bet.payout)],
    ['Settled', settledAt ? formatTime(settledAt) : 'Not yet'],
    ...(bet.voidReason ? [['Reason for void', bet.voidReason] as const] : []),
    ...(bet.live
      ? [['Live bet', `${confirmed} by the next odds`] as const]
      : []),
    ['Game status now', `${GAME_STATUS[game.status]}${scored}${decided}`],
  ]
}

type Game = SportsRecord['gameData']['game']

const GAME_STATUS: Record<Game['status'], string> = {
  scheduled: 'Not started',
  live: 'Live',
  final: 'Final',
  cancelled: 'Called off',
}

const DECIDERS = {
  nobody: '',
  operator: ', by an operator',
  feed: ', by the feed',
}

/** The home team's points last, as the teams are named. */
function scoreText(scores: Game['scores']): string {
  return scores ? `${scores.away_score} to ${scores.home_score}` : 'None'
}

function Decisions({ decisions }: Pick<SportsRecord['gameData'], 'decisions'>) {
  if (decisions.length === 0) return null
  return (
    <section aria-labelledby="decisions" className="grid gap-2">
      <h3 id="decisions" className="text-lead">
        Decided by operators
      </h3>
      <ol className="grid gap-2">
        {decisions.map(({ decidedAt, decision, reason }) => (
          <li key={decidedAt} className="well px-4 py-2">
            <p className="font-bold">{decision}</p>
            <p>Reason: {reason}</p>
            <p className="text-small text-soft">{formatTime(decidedAt)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
