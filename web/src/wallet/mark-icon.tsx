export type Mark = 'check' | 'dots' | 'cross'

/** A sign that says without colour how something stands. */
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

const paths: Record<Mark, string> = {
  check: 'M4 13l6 6L20 6',
  dots: 'M4 12h.01M12 12h.01M20 12h.01',
  cross: 'M6 6l12 12M18 6L6 18',
}
