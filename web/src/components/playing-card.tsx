import type { Card } from '#core/games/cards.ts'
import { Bendy } from './bendy.tsx'
import cardBack from './card-back.svg?raw'
import { Picture } from './picture.tsx'
import './playing-card.css'

type PlayingCardProps = {
  /** Undefined while face down; the card turns over once it is set. */
  card?: Card | undefined
}

/**
 * A card of width `--card-width`. Animates its deal on mount, and turns over when
 * its face becomes known.
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
          <Picture svg={cardBack} />
        </span>
        {card && <CardFace card={card} />}
      </span>
    </span>
  )
}

/** A card as it is spoken: 'Ace of hearts'. */
export function cardName({ value, suit }: Card): string {
  return `${valueNames[value] ?? value} of ${suit}`
}

const valueNames: Partial<Record<Card['value'], string>> = {
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

/** A suit's sign, slightly inflated. */
function SuitSign({ suit }: { suit: Card['suit'] }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="suit-sign">
      <path d={signs[suit]} />
    </svg>
  )
}

const signs: Record<Card['suit'], string> = {
  hearts:
    'M12 21.5C5 16.5 2 12.5 2 8.3 2 5 4.3 2.8 7.2 2.8c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3 4.8-3C19.7 2.8 22 5 22 8.3c0 4.2-3 8.2-10 13.2z',
  diamonds:
    'M12 1.8c1 0 8.8 9 8.8 10.2S13 22.2 12 22.2 3.2 13.2 3.2 12 11 1.8 12 1.8z',
  spades:
    'M12 2c2 4 9.5 7.5 9.5 12.3 0 2.9-2.1 4.7-4.5 4.7-1.6 0-2.9-.7-3.7-1.8.2 2 1 3.6 2.5 4.8H8.2c1.5-1.2 2.3-2.8 2.5-4.8C9.9 18.3 8.6 19 7 19c-2.4 0-4.5-1.8-4.5-4.7C2.5 9.5 10 6 12 2z',
  clubs:
    'M12 2a4.8 4.8 0 0 1 4.4 6.8 4.8 4.8 0 1 1-3.1 8.1c.2 2.1 1 3.9 2.5 5.1H8.2c1.5-1.2 2.3-3 2.5-5.1a4.8 4.8 0 1 1-3.1-8.1A4.8 4.8 0 0 1 12 2z',
}

/** The cap, tiara or crown of a court card. */
function Crown({ of }: { of: 'J' | 'Q' | 'K' }) {
  return (
    <svg viewBox="0 0 60 34" aria-hidden="true" className="card-crown">
      <path d={crowns[of]} />
    </svg>
  )
}

const crowns = {
  J: 'M8 30C6 14 16 4 30 4s26 8 26 14c0 4-6 3-8-1 2 5 3 9 3 13z',
  Q: 'M8 30L4 14l12 7L30 3l14 18 12-7-4 16z',
  K: 'M8 31L4 7l13 11L30 2l13 16L56 7l-4 24z',
} as const
