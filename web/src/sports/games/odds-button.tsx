import type { MouseEvent } from 'react'
import { offerLabel, type SeenOffer } from '../offers.ts'
import { useOddsText } from '../shared/odds-text.ts'
import { useMoved } from './use-moved.ts'

export interface OddsButtonProps {
  offer: SeenOffer
  isPicked: boolean
  disabled: boolean
  onPick: (offer: SeenOffer, event: MouseEvent<HTMLButtonElement>) => void
}

/** One price that can be bet on. A new one flashes in its place: nothing moves. */
export function OddsButton(props: OddsButtonProps) {
  const { offer, isPicked, disabled, onPick } = props
  const { market, price, point, title } = offer
  const odds = useOddsText()(price)
  const moved = useMoved(price)
  const label = offerLabel(offer)
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      disabled={disabled}
      onClick={(event) => onPick(offer, event)}
      className="toy toy-plain odds-button"
    >
      <span className="odds-figures">
        <span className="sr-only">
          {label}
          {market === 'h2h' ? ' to win,' : ','}
        </span>{' '}
        {point !== null && (
          <span aria-hidden="true" className="odds-line">
            {lineText(offer)}
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

/** As bettors write it: O 224.5 and +3.5. */
function lineText({ market, name, point }: SeenOffer): string {
  if (point === null) return ''
  if (market === 'totals') return `${name.slice(0, 1)} ${point}`
  return point > 0 ? `+${point}` : String(point)
}
