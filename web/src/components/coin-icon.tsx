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
      <path
        d="M10.5 13c0-5 11-5 11 0s-11 4-11 8.500 11 3.500 11-1.500"
        fill="none"
        stroke="var(--color-outline)"
        strokeWidth="3"
        strokeLinecap="round"
        transform="translate(0 -2)"
      />
    </svg>
  )
}
