import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { SportsBet } from '#core/api/sports.ts'
import { getProfit } from '#core/sports/american-odds.ts'
import { Button } from '../components/button.tsx'
import { buttonClass } from '../components/button-class.ts'
import { NewTabLink } from '../components/new-tab-link.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { coinsText, formatGameTime } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { teamsText } from './offers.ts'
import { EmptyList, ScrollList } from './scroll-list.tsx'
import { type BetState, betState, betStateText } from './shared/bet-text.ts'
import { useOddsText } from './shared/odds.tsx'
import { sportsBetsQuery } from './sports-queries.ts'

/** The account drawer's 'Sports Betting' tab. */
export function SportsHistory({ onLeave }: { onLeave: () => void }) {
  const { user } = useAuth()
  const bets = useQuery({
    ...sportsBetsQuery(user?.id),
    refetchInterval: 5_000,
  })
  return (
    <ScrollList aria-label="Bet history" className="h-[500px]">
      <BetList
        bets={bets}
        empty={
          <>
            <p>No betting history available</p>
            <Link
              to={pagePath('/sports')}
              onClick={onLeave}
              className={buttonClass('action', 'small')}
            >
              See the NBA games
            </Link>
          </>
        }
      />
    </ScrollList>
  )
}

type BetListProps = {
  bets: UseQueryResult<SportsBet[]>
  /** Shown while there are no bets. */
  empty: ReactNode
}

/** A player's bets, newest first. */
export function BetList({ bets, empty }: BetListProps) {
  const { data, isError, refetch } = bets
  if (isError && !data) {
    return (
      <EmptyList mood="error">
        <p>Your bets could not be loaded. They are safe.</p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </EmptyList>
    )
  }
  if (!data) {
    return SKELETONS.map((id) => (
      <Skeleton key={id} className="mb-2 h-28 w-full" />
    ))
  }
  if (data.length === 0) return <EmptyList>{empty}</EmptyList>
  return (
    <ol aria-label="Your bets" className="grid gap-2">
      {data.map((bet) => (
        <BetRow key={bet.id} bet={bet} />
      ))}
    </ol>
  )
}

const SKELETONS = [1, 2, 3]

function BetRow({ bet }: { bet: SportsBet }) {
  const { id, game, odds, placedAt, voidReason } = bet
  const state = betState(bet)
  const label = bet.label || 'Game Bet'
  return (
    <li className="grid gap-0.5 rounded-toy border-2 border-outline bg-well px-3.5 pt-2.5 pb-0.5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-display font-semibold leading-tight">
          {label} <span className="text-soft">{useOddsText()(odds)}</span>
        </p>
        <span
          className={`flex-none rounded-pill border-2 border-outline px-2.5 font-display text-small/normal font-semibold text-on-toy ${colours[state]}`}
        >
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
        <NewTabLink
          href={pagePath(`/verify/${id}`)}
          aria-label={`Evidence of the bet on ${label}`}
          className="text-link inline-flex min-h-11 items-center px-2"
        >
          Evidence
        </NewTabLink>
      </div>
    </li>
  )
}

const colours: Record<BetState, string> = {
  pending: 'bg-sun',
  unconfirmed: 'bg-sun',
  won: 'bg-lime',
  lost: 'bg-bubblegum',
  push: 'bg-sky',
  void: 'bg-sky',
}

/** States what the bet cost, and what it paid or could pay. */
function coinsLine(
  { betAmount, odds, payout }: SportsBet,
  state: BetState,
): string {
  const bet = `Bet ${coinsText(betAmount)}`
  if (payout === null) {
    return `${bet}, pays ${coinsText(betAmount + getProfit(betAmount, odds))}`
  }
  if (state === 'lost') return bet
  return state === 'won'
    ? `${bet}, paid ${coinsText(payout)}`
    : `${bet}, returned`
}
