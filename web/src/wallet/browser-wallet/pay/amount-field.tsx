import { type RefObject, useId } from 'react'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { Button } from '../../../components/button.tsx'
import { classNames } from '../../../lib/class-names.ts'

interface AmountFieldProps {
  input: RefObject<HTMLInputElement | null>
  symbol: AssetSymbol
  text: string
  /** The most that can be sent; undefined while that is not known. */
  mostText: string | undefined
  problem: string | undefined
  hint: string
  onText: (text: string) => void
  onMost: (text: string) => void
  onLeave: () => void
}

/** How much, in units of the asset. */
export function AmountField(props: AmountFieldProps) {
  const { input, symbol, text, mostText, problem, hint } = props
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-display font-medium">
        Amount in {symbol}
      </label>
      <div className="flex gap-2">
        <div
          className={classNames(
            'well min-w-0 flex-1 px-3',
            problem && 'border-bubblegum-text',
          )}
        >
          <input
            ref={input}
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => props.onText(event.target.value)}
            onBlur={props.onLeave}
            className="h-12 w-full bg-transparent font-display text-title font-semibold outline-none"
          />
        </div>
        <Button
          disabled={mostText === undefined}
          onClick={() => mostText && props.onMost(mostText)}
        >
          Max
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className="min-h-6 text-small">
        {problem ? (
          <strong className="text-bubblegum-text">{problem}</strong>
        ) : (
          <span className="text-soft">{hint}</span>
        )}
      </p>
    </div>
  )
}
