import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { Bendy } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { amountText } from '../../../lib/amount-text.ts'
import { shortHex } from '../../../lib/short-hex.ts'
import type { PaymentOrder } from './send-payment.ts'

interface AskingStepProps {
  order: PaymentOrder
  /** The wallet does not ask, or does not any more. */
  onGiveUp: () => void
}

/** The wallet has the word: nothing else can be sent until it said something. */
export function AskingStep({ order, onGiveUp }: AskingStepProps) {
  const { asset, amountWei, from } = order
  const amount = unitsOf(amountWei)
  return (
    <div className="grid gap-5">
      <div className="grid place-items-center gap-2 text-center">
        <Bendy mood="waiting" className="w-28" />
        <div role="status" className="grid gap-1">
          <p className="font-display font-semibold text-lead">
            Waiting for your wallet
          </p>
          <p>
            It asks you whether to send{' '}
            <strong>{amountText({ amount, cryptoType: asset.symbol })}</strong>{' '}
            from <code className="hex">{shortHex(from)}</code>. No window? Open
            the wallet yourself.
          </p>
        </div>
      </div>
      <Button onClick={onGiveUp}>It is not asking me any more</Button>
    </div>
  )
}
