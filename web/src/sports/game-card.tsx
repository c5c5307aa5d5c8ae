import { useId, useState } from 'react'
import { formatGameTime } from '../lib/format.ts'
import { MarketGrid, type MarketGridProps } from './market-grid.tsx'
import { bestOffer, closedText, offerAt, teamsText } from './offers.ts'

type GameCardProps = Pick<MarketGridProps, 'game' | 'picked' | 'onPick'>

/** A game: its time or score, and the best price of each outcome. */
export function GameCard({ game, picked, onPick }: GameCardProps) {
  const { bookmakers, commence_time, live, scores } = game
  const closed = closedText(game)
  const shared = { game, picked, onPick, disabled: closed !== undefined }
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <article
      aria-label={teamsText(game)}
      className="grid gap-1.5 border-outline border-b-2 px-2 py-1"
    >
      <MarketGrid {...shared} offerOf={(outcome) => bestOffer(game, outcome)}>
        {live && scores ? (
          <span className="flex w-fit items-center gap-1.5 rounded-pill border-2 border-outline bg-bubblegum px-2 font-display font-semibold text-on-toy before:size-2 before:rounded-pill before:bg-on-toy">
            Live
          </span>
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
      {closed && <p className="text-small font-bold text-sun-text">{closed}</p>}
      <div id={details} className="grid gap-2 empty:hidden">
        {isOpen &&
          bookmakers.map(({ key, title }) => (
            <section key={key} aria-label={title}>
              <MarketGrid
                {...shared}
                offerOf={(outcome) => offerAt(game, outcome, key)}
              >
                <h4>{title}</h4>
              </MarketGrid>
            </section>
          ))}
      </div>
    </article>
  )
}
