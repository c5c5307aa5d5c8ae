import { Button } from '../../components/button.tsx'
import { coinsText } from '../../lib/format.ts'

interface InsuranceOfferProps {
  /** In coins. */
  price: number
  balance: number
  pending: boolean
  hasShortcuts: boolean
  onTake: () => void
  onDecline: () => void
}

/** Asked under the dealer's ace, before the first move. */
export function InsuranceOffer(props: InsuranceOfferProps) {
  const { price, balance, pending, hasShortcuts, onTake, onDecline } = props
  const isShort = price > balance
  return (
    <fieldset aria-label="Insurance" className="insurance-offer">
      <p>
        {isShort
          ? `Too few coins for insurance: ${coinsText(price)}`
          : `Insurance for ${coinsText(price)}?`}
      </p>
      <Button
        size="large"
        variant="go"
        className="hand-action"
        disabled={isShort}
        pending={pending}
        aria-keyshortcuts={hasShortcuts ? 'I' : undefined}
        onClick={onTake}
      >
        Yes
      </Button>
      <Button
        size="large"
        className="hand-action"
        pending={pending}
        aria-keyshortcuts={hasShortcuts ? 'N' : undefined}
        onClick={onDecline}
      >
        No
      </Button>
    </fieldset>
  )
}
