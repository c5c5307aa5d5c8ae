import type { SportsBet } from '#core/api/sports.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { coinsText, formatGameTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { teamsText } from '../games/game-state.ts'
import { type BetState, betState, betStateText } from '../shared/bet-state.ts'
import { useOddsText } from '../shared/odds-text.ts'

/** One bet: what it is on, how it stands, and what shows that. */
export function BetRow({ bet }: { bet: SportsBet }) {
  const { id, game, odds, placedAt, voidReason } = bet
  const state = betState(bet)
  const label = bet.label || 'Game Bet'
  return (
    <li className="bet-row">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-display font-semibold leading-tight">
          {label} <span className="text-soft">{useOddsText()(odds)}</span>
        </p>
        <span className="bet-state" data-state={state}>
          {betStateText[state]}
        </span>
      </div>
      <p className="text-small text-soft">
        {game.scores
          ? `${teamsText(game)}, ${game.scores.away_score} to ${game.scores.home_score}`
          : teamsText(game)}
      </p>
      <p>{coinsLine(bet, state)}</p>
      {voidReason && <p className="text-small text-soft">{voidReason}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-small text-soft">
        <time dateTime={placedAt}>{formatGameTime(placedAt)}</time>
        <a
          href={pagePath(`/verify/${id}`)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Evidence of the bet on ${label}`}
          className="text-link inline-flex min-h-11 items-center px-2"
        >
          Evidence
        </a>
      </div>
    </li>
  )
}

/** What the bet cost, and what it brought or could bring. */
function coinsLine(
  { betAmount, odds, payout }: SportsBet,
  state: BetState,
): string {
  const bet = `Bet ${coinsText(betAmount)}`
  if (payout === null) {
    return `${bet}, pays ${coinsText(betAmount + profitOf(betAmount, odds))}`
  }
  if (state === 'lost') return bet
  return state === 'won'
    ? `${bet}, paid ${coinsText(payout)}`
    : `${bet}, returned`
}
