import {
  type HandTotal,
  HIGHEST_TOTAL,
  handTotal,
} from '#core/games/blackjack/blackjack-hand.ts'
import type { Card } from '#core/games/cards.ts'
import { CoinIcon } from '../../components/coin-icon.tsx'
import { PlayingCard } from '../../components/playing-card.tsx'
import { formatCoins } from '../../lib/format.ts'
import { isPush, isWin } from './results.ts'

interface CardHandProps {
  name: string
  /** Undefined for a card that lies face down. */
  cards: readonly (Card | undefined)[]
  /** In coins; the dealer has none. */
  bet?: number | undefined
  /** Whether it is this hand's turn, where there is another. */
  isActive?: boolean
  /** Counts an ace one way only, as the round is over. */
  isOver?: boolean
  /** What came of it, where that is told of each hand. */
  result?: string | undefined
}

/** Some cards, what they count, and what is bet on them. */
export function CardHand(props: CardHandProps) {
  const { name, cards, bet, isActive = false, isOver = false, result } = props
  const total = totalOf(cards)
  return (
    <fieldset
      aria-label={name}
      aria-current={isActive || undefined}
      className="card-hand"
    >
      <p className="card-hand-caption">
        <span>{name}</span>
        {total > 0 && (
          <span className="card-hand-total">
            <span className="sr-only">has </span>
            {isOver ? total : totalText(cards)}
          </span>
        )}
        {bet !== undefined && total > 0 && (
          <span className="card-hand-bet">
            <CoinIcon />
            <span className="sr-only">bet </span>
            {formatCoins(bet)}
          </span>
        )}
      </p>
      <ol className="card-hand-cards">
        {cards.map((card, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
          <li key={place}>
            <PlayingCard card={card} />
          </li>
        ))}
      </ol>
      {result && (
        <strong className="card-hand-result pop-in" data-tone={toneOf(result)}>
          {result}
        </strong>
      )}
    </fieldset>
  )
}

type Cards = readonly (Card | undefined)[]

/** Of the cards whose faces are shown. */
export function totalOf(cards: Cards): number {
  return shownTotal(cards).total
}

/** Both totals where an ace may still count 1. */
function totalText(cards: Cards): string {
  const { total, isSoft } = shownTotal(cards)
  const isOpen = isSoft && total < HIGHEST_TOTAL
  return isOpen ? `${total - 10}/${total}` : String(total)
}

function shownTotal(cards: Cards): HandTotal {
  return handTotal(cards.filter((card) => card !== undefined))
}

function toneOf(result: string) {
  if (isWin(result)) return 'win'
  return isPush(result) ? 'push' : 'loss'
}
