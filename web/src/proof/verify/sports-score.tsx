import type { SportsRecord } from '#core/api/sports.ts'
import { labelOf } from '#core/sports/game.ts'
import { betState, betStateText } from '../../sports/shared/bet-state.ts'
import { oddsText } from '../../sports/shared/odds-text.ts'

/** The game as a scoreboard, with what was bet on it. */
export function SportsScore({ record }: { record: SportsRecord }) {
  const { bet } = record.gameData
  const { home_team, away_team, scores } = bet.game
  const { market, teamName: name, point, odds } = bet
  return (
    <figure className="scoreboard">
      <ul>
        <Team name={away_team} points={scores?.away_score} />
        <Team name={home_team} points={scores?.home_score} />
      </ul>
      <figcaption>
        <strong>{labelOf({ market, name, point })}</strong> at{' '}
        {oddsText(odds, 'american')}: {betStateText[betState(bet)]}
      </figcaption>
    </figure>
  )
}

function Team({ name, points }: { name: string; points: number | undefined }) {
  return (
    <li>
      <span>{name}</span>
      <span className="tabular-nums">{points ?? '–'}</span>
    </li>
  )
}
