import {
  type HandTotal,
  HIGHEST_TOTAL,
} from '#core/games/blackjack/blackjack-hand.ts'
import type { Card } from '#core/games/cards.ts'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { PlayingCard } from '../../components/playing-card.tsx'
import { formatCoins } from '../../lib/format.ts'
import { isPush, isWin, shownTotal } from './table-cards.ts'
import './blackjack.css'

type CardHandProps = {
  name: string
  /** Undefined for a card that lies face down. */
  cards: readonly (Card | undefined)[]
  /** In coins; the dealer has none. */
  bet?: number | undefined
  /** True if it is this hand's turn after a split. */
  isActive?: boolean
  /** Shows only the best total, once the round is over. */
  isOver?: boolean
  /** Result of this hand after a split. */
  result?: string | undefined
}

/** A hand with its total and its bet. */
export function CardHand(props: CardHandProps) {
  const { name, cards, bet, isActive = false, isOver = false, result } = props
  const shown = shownTotal(cards)
  const { total } = shown
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
            {isOver ? total : totalText(shown)}
          </span>
        )}
        {bet !== undefined && total > 0 && (
          <span className="inline-flex items-center gap-[0.2rem] text-text">
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
        <strong className="card-hand-result pop-in" data-tone={getTone(result)}>
          {result}
        </strong>
      )}
    </fieldset>
  )
}

/** States both totals where an ace may still count 1. */
function totalText({ total, isSoft }: HandTotal): string {
  const isOpen = isSoft && total < HIGHEST_TOTAL
  return isOpen ? `${total - 10}/${total}` : String(total)
}

function getTone(result: string) {
  if (isWin(result)) return 'win'
  return isPush(result) ? 'push' : 'loss'
}
