import type { ReactNode } from 'react'
import type { SportsRecord } from '#core/api/sports.ts'
import { labelOf } from '#core/sports/game.ts'
import { coinsText, formatTime } from '../../lib/format.ts'
import {
  betState,
  betStateText,
  MARKET_NAMES,
} from '../../sports/shared/bet-text.ts'
import { oddsText } from '../../sports/shared/odds.tsx'
import { GameData } from './numbers.tsx'

interface SportsProps {
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
        <strong>{labelOf({ market, name, point })}</strong> at{' '}
        {oddsText(odds, 'american')}: {betStateText[betState(bet)]}
      </figcaption>
    </figure>
  )
}

const SOURCES = {
  simulated: 'A simulated season of this house',
  the_odds_api: 'The Odds API',
} as const

/** The facts of a bet and its game, and the operators' decisions. */
export function SportsEvidence({ record }: SportsProps) {
  const { bet, game, decisions, source } = record.gameData
  const { market, teamName: name, point, odds } = bet
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        <Fact name="Game">{`${bet.game.away_team} at ${bet.game.home_team}`}</Fact>
        <Fact name="Start, as the bet was taken">
          {formatTime(bet.game.commence_time)}
        </Fact>
        <Fact name="Bet on">
          {`${MARKET_NAMES[market]}: ${labelOf({ market, name, point })}`}
        </Fact>
        <Fact name="Price">
          {`${oddsText(odds, 'american')} (${oddsText(odds, 'decimal')} in decimals)`}
        </Fact>
        <Fact name="Line">{point === null ? 'None' : String(point)}</Fact>
        <Fact name="Bookmaker">{bet.bookmaker}</Fact>
        <Fact name="Prices from the feed at">{formatTime(bet.acceptedAt)}</Fact>
        <Fact name="Feed">{SOURCES[source]}</Fact>
        <Fact name="Status">{betStateText[betState(bet)]}</Fact>
        <Fact name="Settled by the score">{scoreText(bet.game.scores)}</Fact>
        <Fact name="Payout">
          {bet.payout === null ? 'Nothing yet' : coinsText(bet.payout)}
        </Fact>
        <Fact name="Settled">
          {bet.settledAt ? formatTime(bet.settledAt) : 'Not yet'}
        </Fact>
        {bet.voidReason && <Fact name="Why void">{bet.voidReason}</Fact>}
        {bet.live && (
          <Fact name="Live bet">
            {bet.confirmed
              ? 'Confirmed by the next odds'
              : 'Not confirmed by the next odds'}
          </Fact>
        )}
        <Fact name="The game by now">
          {`${GAME_STATUS[game.status]}${game.scores ? `, ${scoreText(game.scores)}` : ''}${DECIDERS[game.decidedBy ?? 'nobody']}`}
        </Fact>
      </dl>
      <Decisions decisions={decisions} />
      <GameData gameData={record.gameData} />
    </>
  )
}

type Game = SportsRecord['gameData']['game']

const GAME_STATUS: Record<Game['status'], string> = {
  scheduled: 'Not begun',
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
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
