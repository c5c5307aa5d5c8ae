import { classNames } from '../lib/class-names.ts'

type Mark = 'check' | 'dots' | 'cross'

const fills: Record<Mark, string> = {
  check: 'bg-lime',
  dots: 'bg-sun',
  cross: 'bg-bubblegum',
}

/** A status as one word, with a sign that needs no colour. */
export function StatusChip({ mark, text }: { mark: Mark; text: string }) {
  return (
    <span
      className={classNames(
        'inline-flex flex-none items-center gap-1.5 rounded-pill border-2 border-outline px-2.5 py-0.5 font-display font-semibold text-on-toy text-small',
        fills[mark],
      )}
    >
      <MarkIcon mark={mark} />
      {text}
    </span>
  )
}

const paths: Record<Mark, string> = {
  check: 'M4 13l6 6L20 6',
  dots: 'M4 12h.01M12 12h.01M20 12h.01',
  cross: 'M6 6l12 12M18 6L6 18',
}

export function MarkIcon({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-[1em]">
      <path
        d={paths[mark]}
        fill="none"
        stroke="currentColor"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
