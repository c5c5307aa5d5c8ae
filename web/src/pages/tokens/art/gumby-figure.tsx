import './gumby-figure.css'

/** Gumby, a ball of chewing gum on rubber legs, busy with a bubble. */
export function GumbyFigure({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 260 220"
      aria-hidden="true"
      className={className ?? 'block h-auto w-full'}
    >
      <g className="gum-ink" fill="none">
        <path d="M86 176 q-6 22 -20 26 M128 178 q6 20 20 24" strokeWidth="20" />
        <path
          d="M46 122 q-28 4 -30 -28 M160 140 q20 20 36 12"
          strokeWidth="19"
        />
      </g>
      <g className="gum-hose" fill="none">
        <path d="M86 176 q-6 22 -20 26 M128 178 q6 20 20 24" strokeWidth="9" />
        <path
          d="M46 122 q-28 4 -30 -28 M160 140 q20 20 36 12"
          strokeWidth="9"
        />
      </g>
      <g className="gum-ink" fill="var(--color-cream)" strokeWidth="5">
        <path d="M76 196 q-32 -4 -34 16 h40 q6 -14 -6 -16z M138 196 q32 -4 34 16 h-40 q-6 -14 6 -16z" />
        <circle cx="16" cy="90" r="12" />
        <circle cx="200" cy="152" r="12" />
      </g>
      <circle
        className="gum-ink"
        cx="106"
        cy="112"
        r="72"
        fill="var(--color-sky)"
        strokeWidth="6"
      />
      <path
        className="gum-shade"
        d="M42 128 a66 66 0 0 0 128 0 a70 56 0 0 1 -128 0z"
      />
      <path className="gum-shine" d="M58 84 q10 -22 32 -28" />
      <g className="gum-ink" fill="#fff" strokeWidth="5">
        <ellipse cx="92" cy="92" rx="19" ry="23" />
        <ellipse cx="136" cy="90" rx="19" ry="23" />
      </g>
      <circle cx="100" cy="96" r="9" fill="var(--color-outline)" />
      <circle cx="143" cy="94" r="9" fill="var(--color-outline)" />
      <circle cx="103" cy="92" r="3.200" fill="#fff" />
      <circle cx="146" cy="90" r="3.200" fill="#fff" />
      <path
        className="gum-ink"
        d="M74 62 q14 -10 28 -4 M128 56 q12 -6 24 4"
        fill="none"
        strokeWidth="6"
      />
      <circle
        className="gum-ink gum-bubble"
        cx="200"
        cy="96"
        r="48"
        fill="var(--color-bubblegum)"
        strokeWidth="6"
      />
      <path className="gum-shine" d="M176 78 q8 -14 22 -16" />
      <path
        className="gum-ink"
        d="M148 122 q-10 -4 -10 6 q0 10 12 6"
        fill="var(--color-bubblegum)"
        strokeWidth="5"
      />
    </svg>
  )
}
