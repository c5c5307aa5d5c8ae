import { type MouseEvent, type ReactNode, useState } from 'react'
import type { SportsGame } from '#core/api/sports.ts'
import { formatSelection, MARKETS, OVER, UNDER } from '#core/sports/game.ts'
import { teamParts } from '#core/sports/nba-teams.ts'
import { classNames } from '../lib/class-names.ts'
import { isBetter, type Outcome, type SeenOffer } from './offers.ts'
import { MARKET_NAMES } from './shared/bet-text.ts'
import { useOddsText } from './shared/odds.tsx'

export type MarketGridProps = {
  game: SportsGame
  picked: SeenOffer | undefined
  disabled: boolean
  onPick: (offer: SeenOffer, event: MouseEvent<HTMLButtonElement>) => void
  /** Returns the price that this grid shows for an outcome. */
  getOffer: (outcome: Outcome) => SeenOffer | undefined
  /** Shown next to both teams, or above them in narrow lists. */
  children: ReactNode
}

/** Names the columns of the grids below it; stays in view as they scroll. */
export function MarketTitles({ children }: { children: ReactNode }) {
  return (
    <Grid className="sticky top-0 z-3 border-outline border-b-2 bg-raised px-2 py-1 text-center text-small font-bold @max-xs:text-[0.6875rem]">
      <div className="col-span-2 flex min-h-5.5 @max-xl:col-span-1 @max-xl:text-[0.6875rem] @max-xl:leading-[1.05] @max-xs:col-span-full">
        {children}
      </div>
      {MARKETS.map((market) => (
        <span
          key={market}
          aria-hidden="true"
          className="@max-xs:first-of-type:col-start-2"
        >
          {MARKET_NAMES[market]}
        </span>
      ))}
    </Grid>
  )
}

/** Both teams, and a column of prices for each market. */
export function MarketGrid({ game, children, ...side }: MarketGridProps) {
  const { away_team, home_team, scores } = game
  return (
    <Grid>
      <div className="row-span-2 grid content-center gap-0.5 text-small leading-tight text-soft @max-xl:col-span-full @max-xl:row-span-1 @max-xl:flex @max-xl:justify-between">
        {children}
      </div>
      <Side
        {...side}
        team={away_team}
        total={OVER}
        score={scores?.away_score}
      />
      <Side
        {...side}
        team={home_team}
        total={UNDER}
        score={scores?.home_score}
      />
    </Grid>
  )
}

type GridProps = {
  className?: string
  children: ReactNode
}

/** Columns for the aside, the team and the markets; without an aside in narrow lists. */
function Grid({ className, children }: GridProps) {
  return (
    <div
      className={classNames(
        'grid grid-cols-[5rem_minmax(0,1fr)_repeat(3,minmax(0,clamp(5rem,18cqw,9rem)))] items-center gap-x-1.5 gap-y-1',
        '@max-xl:grid-cols-[minmax(0,1fr)_repeat(3,clamp(4.25rem,19cqw,6rem))]',
        '@max-xs:grid-cols-[minmax(0,1fr)_repeat(3,3.5rem)] @max-xs:gap-x-1',
        className,
      )}
    >
      {children}
    </div>
  )
}

type SideProps = Omit<MarketGridProps, 'game' | 'children'> & {
  team: string
  /** The total's outcome in this team's row. */
  total: string
  score: number | undefined
}

function Side(props: SideProps) {
  const { team, total, score, getOffer, picked, ...button } = props
  return (
    <>
      <p
        className={classNames(
          'flex min-w-0 items-center justify-between gap-2 pr-1 @max-xl:text-[0.8125rem]',
          '@max-xs:pr-0 @max-xs:text-[0.6875rem] @max-xs:[&>.team]:flex-col @max-xs:[&>.team]:gap-0',
          score !== undefined &&
            '@max-[25rem]:[&>.team]:flex-col @max-[25rem]:[&>.team]:gap-0',
        )}
      >
        <TeamName team={team} />
        {score !== undefined && (
          <span className="font-display text-lead font-semibold text-sun-text">
            {score}
          </span>
        )}
      </p>
      {MARKETS.map((market) => {
        const name = market === 'totals' ? total : team
        const offer = getOffer({ market, name })
        return offer ? (
          <OddsButton
            key={market}
            {...button}
            offer={offer}
            isPicked={isSame(offer, picked)}
          />
        ) : (
          <span key={market} className="text-center text-soft">
            <span aria-hidden="true">–</span>
            <span className="sr-only">Not offered</span>
          </span>
        )
      })}
    </>
  )
}

function isSame(offer: SeenOffer, other: SeenOffer | undefined): boolean {
  const { gameId, market, name, bookmaker } = offer
  return (
    other?.gameId === gameId &&
    other.market === market &&
    other.name === name &&
    other.bookmaker === bookmaker
  )
}

type OddsButtonProps = Pick<MarketGridProps, 'disabled' | 'onPick'> & {
  offer: SeenOffer
  isPicked: boolean
}

/** A price to bet on. A new price flashes in place, so that nothing moves. */
function OddsButton({ offer, isPicked, disabled, onPick }: OddsButtonProps) {
  const { market, price, point, title } = offer
  const odds = useOddsText()(price)
  const moved = useMoved(price)
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      disabled={disabled}
      onClick={(event) => onPick(offer, event)}
      className="toy toy-plain odds-button"
    >
      <span className="flex items-baseline justify-center gap-x-2 @max-xl:flex-col @max-xl:items-center @max-xl:leading-[1.05]">
        <span className="sr-only">
          {formatSelection(offer)}
          {market === 'h2h' ? ' to win,' : ','}
        </span>{' '}
        {point !== null && (
          <span
            aria-hidden="true"
            className="text-[0.875rem] font-medium opacity-85 @max-xl:text-[0.75rem]"
          >
            {lineText(offer, point)}
          </span>
        )}
        <span>{odds}</span>
      </span>{' '}
      <span className="sr-only">at {title}</span>
      {moved && (
        <span
          key={price}
          aria-hidden="true"
          data-way={moved}
          className="odds-moved"
        />
      )}
    </button>
  )
}

/** Formats a line as bettors write it: O 224.5 or +3.5. */
function lineText({ market, name }: SeenOffer, point: number): string {
  if (market === 'totals') return `${name.slice(0, 1)} ${point}`
  return point > 0 ? `+${point}` : String(point)
}

/** Direction of the last change of a price; up pays more. */
function useMoved(price: number): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState<{ price: number; way?: 'up' | 'down' }>({
    price,
  })
  if (seen.price !== price) {
    setSeen({ price, way: isBetter(price, seen.price) ? 'up' : 'down' })
  }
  return seen.way
}

/** A team's badge, city and nickname. */
function TeamName({ team }: { team: string }) {
  const { city, nickname } = teamParts(team)
  return (
    <span className="team flex min-w-0 items-center gap-2">
      <TeamBadge team={team} />
      <span className="min-w-0 overflow-hidden text-ellipsis font-display font-semibold leading-[1.1]">
        {city && <span className="@max-3xl:hidden">{city} </span>}
        <span>{nickname}</span>
      </span>
    </span>
  )
}

/** Draws a disc in the team's colours with its three letters. */
function TeamBadge({ team }: { team: string }) {
  const { short } = teamParts(team)
  const [coat, trim] = COLOURS[short] ?? ['#4b3a73', '#cdbfe6']
  return (
    <span
      aria-hidden="true"
      translate="no"
      className="grid size-8.5 flex-none place-items-center rounded-full border-2 border-outline font-display text-[0.6875rem] font-semibold tracking-[-0.01em] text-[#fff]"
      style={{ background: coat, boxShadow: `inset 0 0 0 2.5px ${trim}` }}
    >
      {short}
    </span>
  )
}

/** Disc and rim. White letters have a contrast of 4.5 on each disc. */
const COLOURS: Record<string, readonly [string, string]> = {
  ATL: ['#c8102e', '#c1d32f'],
  BKN: ['#1d1d1d', '#ffffff'],
  BOS: ['#007a33', '#ba9653'],
  CHA: ['#1d1160', '#00a3b4'],
  CHI: ['#b8102e', '#1d1d1d'],
  CLE: ['#860038', '#fdbb30'],
  DAL: ['#00538c', '#b8c4ca'],
  DEN: ['#0e2240', '#fec524'],
  DET: ['#b8102e', '#1d42ba'],
  GSW: ['#1d428a', '#ffc72c'],
  HOU: ['#ba0c2f', '#c4ced4'],
  IND: ['#002d62', '#fdbb30'],
  LAC: ['#c8102e', '#1d428a'],
  LAL: ['#552583', '#fdb927'],
  MEM: ['#12173f', '#7d9bd1'],
  MIA: ['#98002e', '#f9a01b'],
  MIL: ['#00471b', '#eee1c6'],
  MIN: ['#0c2340', '#78be20'],
  NOP: ['#0c2340', '#c8102e'],
  NYK: ['#0060a6', '#f58426'],
  OKC: ['#0072b4', '#ef6024'],
  ORL: ['#006bac', '#c4ced4'],
  PHI: ['#0060a6', '#ed174c'],
  PHX: ['#1d1160', '#e56020'],
  POR: ['#b3202a', '#d6d6d6'],
  SAC: ['#5a2d81', '#9ba3a9'],
  SAS: ['#1d1d1d', '#c4ced4'],
  TOR: ['#b4122f', '#b4975a'],
  UTA: ['#3e1c7a', '#f9a01b'],
  WAS: ['#002b5c', '#e31837'],
}
