import { Button } from '../../components/button.tsx'
import { coinsText } from '../../lib/format.ts'

export interface InsuranceOfferProps {
  /** In coins. */
  price: number
  isAffordable: boolean
  pending: boolean
  keyName: string | undefined
  onTake: () => void
}

/** Asks under the dealer's ace. Any other move says no. */
export function InsuranceOffer(props: InsuranceOfferProps) {
  const { price, isAffordable, pending, keyName, onTake } = props
  return (
    <fieldset aria-label="Insurance" className="insurance-offer pop-in">
      <p>
        {isAffordable
          ? `Insurance for ${coinsText(price)}?`
          : `Too few coins for insurance: ${coinsText(price)}`}
      </p>
      <Button
        size="small"
        variant="go"
        disabled={!isAffordable}
        pending={pending}
        aria-keyshortcuts={keyName}
        onClick={onTake}
      >
        Insure
      </Button>
    </fieldset>
  )
}
