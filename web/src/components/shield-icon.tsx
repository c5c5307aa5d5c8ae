import { classNames } from '../lib/class-names.ts'

type ShieldIconProps = {
  mark: keyof typeof marks
  className?: string
}

/** A shield. Hidden from screen readers: add text for its mark. */
export function ShieldIcon({ mark, className }: ShieldIconProps) {
  return (
    <svg
      viewBox="0 0 32 36"
      aria-hidden="true"
      data-mark={mark}
      className={classNames(
        'inline-block h-[1.5em] w-auto shrink-0',
        className,
      )}
    >
      <path
        d="M16 3c4 3 8 4 12 4 1 12-2 20-12 26C6 27 3 19 4 7c4 0 8-1 12-4z"
        fill="currentColor"
        stroke="var(--color-outline)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M9 11c0 4 0 7 1.5 10"
        fill="none"
        stroke="var(--color-shine)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d={marks[mark]}
        fill="none"
        stroke="var(--color-outline)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

const marks = {
  check: 'M10.5 18l4 4.5 7.5-9',
  dash: 'M11 18h10',
  cross: 'M11.5 13.5l9 9m0-9l-9 9',
  none: undefined,
}

/** Looks of a shield, by what its check found. */
export const shieldLooks = {
  unready: { mark: 'none', className: 'text-soft' },
  ready: { mark: 'none', className: 'text-sky' },
  proven: { mark: 'check', className: 'text-lime' },
  weaker: { mark: 'dash', className: 'text-sun' },
  unseen: { mark: 'dash', className: 'text-soft' },
  broken: { mark: 'cross', className: 'text-bubblegum' },
} as const
