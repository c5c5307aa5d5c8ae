import { useState } from 'react'
import type { SportsGame } from '#core/schemas/sports.ts'
import { formatGameTime } from '../../../lib/format.ts'
import { bestOffer, offersOf } from '../offers.ts'
import { closedBecause, closedText, teamsText } from './game-state.ts'
import { MarketGrid, type MarketGridProps } from './market-grid.tsx'
import './game-card.css'

type GameCardProps = Pick<MarketGridProps, 'game' | 'picked' | 'onPick'>

/** A game: when it is or how it stands, and the best price of each outcome. */
export function GameCard({ game, picked, onPick }: GameCardProps) {
  const { bookmakers, commence_time, live } = game
  const closed = closedBecause(game)
  const shared = { game, picked, onPick, disabled: closed !== undefined }
  return (
    <article aria-label={teamsText(game)} className="game-card">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
        {live && closed !== 'starting' && (
          <span className="live-mark">Live</span>
        )}
        <time dateTime={commence_time}>{formatGameTime(commence_time)}</time>
        {closed && <span className="closed-mark">{closedText[closed]}</span>}
      </p>
      <MarketGrid
        {...shared}
        withBookmaker
        offerOf={(outcome) => bestOffer(game, outcome)}
      />
      {bookmakers.length > 1 && <AllBookmakers {...shared} />}
    </article>
  )
}

/** Every bookmaker's own prices; drawn once somebody asks for them. */
function AllBookmakers(
  shared: Omit<MarketGridProps, 'withBookmaker' | 'offerOf'>,
) {
  const { game } = shared
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="more-prices">All bookmakers</summary>
      {isOpen &&
        game.bookmakers.map(({ key, title }) => (
          <section key={key} aria-label={title} className="mt-2">
            <h4 className="font-display font-medium">{title}</h4>
            <MarketGrid
              {...shared}
              withBookmaker={false}
              offerOf={(outcome) => ownOffer(game, key, outcome)}
            />
          </section>
        ))}
    </details>
  )
}

function ownOffer(
  game: SportsGame,
  key: string,
  outcome: Parameters<typeof offersOf>[1],
) {
  return offersOf(game, outcome).find(({ bookmaker }) => bookmaker === key)
}
