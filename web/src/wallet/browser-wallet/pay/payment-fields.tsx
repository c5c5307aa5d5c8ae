import { type Ref, useId } from 'react'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { Button } from '../../../components/button.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { coinsText, groupedUnits } from '../../../lib/format.ts'
import type { Asset } from './holdings.ts'
import { balanceText } from './payment.ts'

interface AssetChoiceProps {
  assets: readonly Asset[]
  chosen: AssetSymbol
  /** Undefined until they are read. */
  balances: ReadonlyMap<AssetSymbol, bigint> | undefined
  onChoose: (symbol: AssetSymbol) => void
}

export function AssetChoice(props: AssetChoiceProps) {
  const { assets, chosen, balances, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-display font-medium">What to send</legend>
      <div className="well divide-y-2 divide-outline">
        {assets.map(({ symbol, coinsPerUnit }) => (
          <label
            key={symbol}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2"
          >
            <input
              type="radio"
              name={name}
              checked={symbol === chosen}
              onChange={() => onChoose(symbol)}
              className="size-5 flex-none accent-tangerine"
            />
            <span className="grid">
              <strong className="font-display font-semibold">{symbol}</strong>
              <span className="text-small text-soft">
                1 {symbol} = {coinsText(coinsPerUnit)}
              </span>
            </span>
            <span className="ms-auto whitespace-nowrap text-end">
              <span className="sr-only">, you have </span>
              {shownBalance(balances?.get(symbol))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function shownBalance(balance: bigint | undefined): string {
  return balance === undefined ? '…' : groupedUnits(balanceText(balance))
}

interface AmountFieldProps {
  ref: Ref<HTMLInputElement>
  symbol: AssetSymbol
  text: string
  /** The most that can be sent; undefined while unknown. */
  mostText: string | undefined
  problem: string | undefined
  hint: string | undefined
  onText: (text: string) => void
  onMost: (text: string) => void
  onLeave: () => void
}

export function AmountField(props: AmountFieldProps) {
  const { ref, symbol, text, mostText, problem, hint } = props
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
            ref={ref}
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
