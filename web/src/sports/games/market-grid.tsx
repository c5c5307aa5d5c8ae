import type { ReactNode } from 'react'
import type { SportsGame } from '#core/api/sports.ts'
import { MARKETS, OVER, UNDER } from '#core/sports/game.ts'
import type { SeenOffer } from '../offers.ts'
import { MARKET_NAMES } from '../shared/market-names.ts'
import { OddsButton, type OddsButtonProps } from './odds-button.tsx'
import { TeamName } from './team-name.tsx'

export interface MarketGridProps
  extends Pick<OddsButtonProps, 'disabled' | 'onPick'> {
  game: SportsGame
  picked: SeenOffer | undefined
  /** The price that stands for an outcome in this grid. */
  offerOf: (
    outcome: Pick<SeenOffer, 'market' | 'name'>,
  ) => SeenOffer | undefined
  /** Stands beside both teams, or above them where there is little room. */
  children: ReactNode
}

/** Names the columns of all grids below it; each price names its own as well. */
export function MarketTitles({ children }: { children: ReactNode }) {
  return (
    <div className="market-grid market-titles">
      <div className="market-corner">{children}</div>
      {MARKETS.map((market) => (
        <span key={market} aria-hidden="true">
          {MARKET_NAMES[market]}
        </span>
      ))}
    </div>
  )
}

/** Both teams, and a column of prices for each market. */
export function MarketGrid({ game, children, ...side }: MarketGridProps) {
  const { away_team, home_team, scores } = game
  return (
    <div className="market-grid">
      <div className="market-aside">{children}</div>
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
    </div>
  )
}

interface SideProps extends Omit<MarketGridProps, 'game' | 'children'> {
  team: string
  /** What of the total stands in its row. */
  total: string
  score: number | undefined
}

function Side(props: SideProps) {
  const { team, total, score, offerOf, picked, ...button } = props
  return (
    <>
      <p className="market-team">
        <TeamName team={team} />
        {score !== undefined && <span className="market-score">{score}</span>}
      </p>
      {MARKETS.map((market) => {
        const name = market === 'totals' ? total : team
        const offer = offerOf({ market, name })
        return offer ? (
          <OddsButton
            key={market}
            {...button}
            offer={offer}
            isPicked={isSame(offer, picked)}
          />
        ) : (
          <span key={market} className="odds-none">
            <span aria-hidden="true">–</span>
            <span className="sr-only">Not on offer</span>
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
