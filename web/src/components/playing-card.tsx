import type { Card } from '#core/games/cards.ts'
import { Bendy } from './bendy.tsx'
import { Crown, SuitSign } from './card-signs.tsx'
import './playing-card.css'

interface PlayingCardProps {
  /** Left out while the card lies face down; once it comes the card turns. */
  card?: Card | undefined
}

/**
 * A thick rubber card, as wide as `--card-width` says. It is dealt where it
 * appears, and turns over where its face becomes known.
 */
export function PlayingCard({ card }: PlayingCardProps) {
  return (
    <span
      role="img"
      aria-label={card ? cardName(card) : 'Hidden card'}
      className="playing-card"
      data-face={card ? 'up' : 'down'}
    >
      <span className="playing-card-turn">
        <span className="playing-card-side playing-card-back">
          <CardBack />
        </span>
        {card && <CardFace card={card} />}
      </span>
    </span>
  )
}

/** A card as it is spoken: 'Ace of hearts'. */
export function cardName({ value, suit }: Card): string {
  return `${nameOf[value] ?? value} of ${suit}`
}

const nameOf: Partial<Record<Card['value'], string>> = {
  J: 'Jack',
  Q: 'Queen',
  K: 'King',
  A: 'Ace',
}

function CardFace({ card: { value, suit } }: { card: Card }) {
  return (
    <span
      className="playing-card-side playing-card-front"
      data-red={suit === 'hearts' || suit === 'diamonds' || undefined}
    >
      <span className="playing-card-corner">
        <span className="playing-card-value">{value}</span>
        <SuitSign suit={suit} />
      </span>
      {value === 'J' || value === 'Q' || value === 'K' ? (
        <span className="playing-card-court">
          <Crown of={value} />
          <Bendy />
        </span>
      ) : (
        <span className="playing-card-middle">
          <SuitSign suit={suit} />
        </span>
      )}
    </span>
  )
}

/** Rubber bands, one in the other. */
function CardBack() {
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <g fill="none" stroke="var(--color-sky-edge)">
        <rect x="10" y="10" width="80" height="118" rx="8" strokeWidth="4" />
        {[-45, 45].map((turn) => (
          <rect
            key={turn}
            x="20"
            y="55"
            width="60"
            height="28"
            rx="14"
            strokeWidth="8"
            transform={`rotate(${turn} 50 69)`}
          />
        ))}
      </g>
    </svg>
  )
}
