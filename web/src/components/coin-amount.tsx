import type { CSSProperties } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatCoins } from '../lib/format.ts'
import { CoinIcon } from './coin-icon.tsx'

interface CoinAmountProps {
  amount: number
  className?: string
}

/** A coin and its number; the digits roll to a new value like wheels. */
export function CoinAmount({ amount, className }: CoinAmountProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-display font-semibold',
        className,
      )}
    >
      <CoinIcon />
      <RollingNumber value={amount} />
    </span>
  )
}

export function RollingNumber({ value }: { value: number }) {
  const text = formatCoins(value)
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {[...text].map((character, index) => {
          // Counted from the right: the ones stay the ones when a digit joins.
          const place = text.length - index
          return /\d/.test(character) ? (
            <span
              key={place}
              className="wheel"
              style={{ '--digit': character } as CSSProperties}
            />
          ) : (
            <span key={place}>{character}</span>
          )
        })}
      </span>
    </span>
  )
}
