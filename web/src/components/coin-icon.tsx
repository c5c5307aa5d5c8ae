import { classNames } from '../lib/class-names.ts'

/** The house's coin: a fat rubber chip. It stands beside numbers, so it is silent. */
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
