import { useId } from 'react'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { groupedUnits } from '../../../lib/amount-text.ts'
import { coinsText } from '../../../lib/format.ts'
import type { Asset } from './asset.ts'
import { balanceText } from './payment.ts'

interface AssetChoiceProps {
  assets: readonly Asset[]
  chosen: AssetSymbol
  /** Undefined until they are read. */
  balances: ReadonlyMap<AssetSymbol, bigint> | undefined
  onChoose: (symbol: AssetSymbol) => void
}

/** What to send, and what the wallet has of it. */
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
              {heldText(balances?.get(symbol))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function heldText(balance: bigint | undefined): string {
  return balance === undefined ? '…' : groupedUnits(balanceText(balance))
}
