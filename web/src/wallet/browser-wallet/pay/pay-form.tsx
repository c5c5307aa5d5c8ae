import { type FormEvent, useRef, useState } from 'react'
import { getAddress } from 'viem'
import { Button } from '../../../components/button.tsx'
import { AmountField } from './amount-field.tsx'
import type { Asset } from './asset.ts'
import { AssetChoice } from './asset-choice.tsx'
import type { PayStepProps } from './pay-step-props.ts'
import type { Payment } from './payment.ts'
import { useDraft } from './use-draft.ts'

/** What to send and how much; the wallet asks its owner. */
export function PayForm(props: PayStepProps) {
  const { wallet, info, written, onWritten } = props
  const { address: from, chainId } = wallet
  const draft = useDraft(props)
  const { payment } = draft
  const [isJudged, setJudged] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!payment) return <p>This casino takes no deposits.</p>

  const { asset } = payment
  const trouble = props.troubleOf(from)
  const write = (change: Partial<typeof written>) => {
    setJudged(false)
    onWritten({ ...written, ...change, from })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (payment.problem !== undefined) return input.current?.focus()
    const { amountWei } = payment
    const to = getAddress(info.address)
    props.onSend({ asset, amountWei, from, to, chainId })
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={send}>
      <AssetChoice
        assets={draft.assets}
        chosen={asset.symbol}
        balances={draft.balances}
        onChoose={(symbol) => write({ symbol, text: '' })}
      />
      {draft.isUnread && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-small">
          <p role="alert">Your balances could not be read.</p>
          <Button size="small" onClick={draft.readAgain}>
            Try again
          </Button>
        </div>
      )}
      <AmountField
        input={input}
        symbol={asset.symbol}
        text={written.text}
        mostText={draft.mostText}
        problem={isJudged ? payment.problem : undefined}
        hint={hintOf(payment, written.text)}
        onText={(text) => write({ text })}
        onMost={(text) => {
          write({ text })
          setJudged(true)
        }}
        onLeave={() => setJudged(written.text !== '')}
      />
      {trouble && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {trouble}
        </p>
      )}
      <Button variant="go" size="large" type="submit">
        Send {asset.symbol}
      </Button>
    </form>
  )
}

/** While the amount is written: what it brings, or what still is in the way. */
function hintOf(payment: Payment & { asset: Asset }, text: string): string {
  if (payment.problem === undefined) return `Brings ${payment.brings}`
  const { minimum, symbol } = payment.asset
  return text === '' ? `At least ${minimum} ${symbol}` : payment.problem
}
