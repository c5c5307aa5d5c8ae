import { useId, useState } from 'react'
import { formatGameTime } from '../../lib/format.ts'
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
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <article aria-label={teamsText(game)} className="game-card">
      <MarketGrid {...shared} offerOf={(outcome) => bestOffer(game, outcome)}>
        {live && closed !== 'starting' ? (
          <span className="live-mark">Live</span>
        ) : (
          <time dateTime={commence_time}>{formatGameTime(commence_time)}</time>
        )}
        {bookmakers.length > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
            className="more-prices"
          >
            <span className="sr-only">All bookmakers,</span>{' '}
            <span>{bookmakers.length} books</span>
          </button>
        )}
      </MarketGrid>
      {closed && <p className="closed-mark">{closedText[closed]}</p>}
      <div id={details} className="grid gap-2 empty:hidden">
        {isOpen &&
          bookmakers.map(({ key, title }) => (
            <section key={key} aria-label={title}>
              <MarketGrid
                {...shared}
                offerOf={(outcome) =>
                  offersOf(game, outcome).find(
                    ({ bookmaker }) => bookmaker === key,
                  )
                }
              >
                <h4>{title}</h4>
              </MarketGrid>
            </section>
          ))}
      </div>
    </article>
  )
}
