import type { CSSProperties } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatCoins } from '../lib/format.ts'

type CoinAmountProps = {
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
          // Keyed from the right, so that digits keep their key when one is added.
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

/** A coin: a fat rubber chip. Hidden from screen readers, as a number follows. */
export function CoinIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={classNames('inline-block size-[1.1em] shrink-0', className)}
    >
      <circle cx="16" cy="17.5" r="13" fill="var(--color-sun-edge)" />
      <circle
        cx="16"
        cy="15"
        r="13"
        fill="var(--color-sun)"
        stroke="var(--color-outline)"
        strokeWidth="2.5"
      />
      <g fill="none" stroke="var(--color-outline)">
        <circle cx="16" cy="16.5" r="5.2" strokeWidth="3.6" />
        <circle cx="16" cy="9" r="2.2" strokeWidth="2.2" />
      </g>
    </svg>
  )
}
