import type { ReactNode } from 'react'

/** A rubber dice, mid-bounce. */
export function CasinoArt() {
  return (
    <Art>
      <g transform="rotate(-12 110 70)">
        <rect x="62" y="26" width="88" height="88" rx="24" fill="#fff4e0" />
        <Dots
          at={[
            [86, 50],
            [126, 50],
            [106, 70],
            [86, 90],
            [126, 90],
          ]}
        />
      </g>
      <g transform="rotate(14 200 88)">
        <rect
          x="170"
          y="58"
          width="60"
          height="60"
          rx="18"
          fill="var(--color-lime)"
        />
        <Dots
          at={[
            [187, 75],
            [213, 101],
          ]}
        />
      </g>
    </Art>
  )
}

/** An inflatable toy horse's head. */
export function SolanaArt() {
  return (
    <Art>
      <path
        d="M108 132 V80 C108 44 132 20 164 20 L170 6 L184 24 C204 32 216 48 222 66 C226 80 212 90 198 84 L172 76 C166 92 172 108 186 132 Z"
        fill="#fff4e0"
      />
      <path
        d="M108 120 C84 108 84 84 100 76 C84 62 92 42 112 44 C108 26 128 12 146 24 C124 34 112 56 116 84 C118 100 112 110 108 120Z"
        fill="var(--color-sun)"
      />
      <circle cx="176" cy="46" r="5" fill="var(--color-outline)" />
      <path d="M140 112 h28" fill="none" />
    </Art>
  )
}

/** Two toy blocks looped together. */
export function PolygonArt() {
  return (
    <Art>
      <path d="M108 22 L148 44 V90 L108 112 L68 90 V44Z" fill="#fff4e0" />
      <path
        d="M186 40 L222 60 V100 L186 122 L150 100 V60Z"
        fill="var(--color-lime)"
      />
      <path d="M108 50 v34 M93 67 h30" fill="none" />
      <path d="M174 80 h24" fill="none" />
    </Art>
  )
}

function Art({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 140" aria-hidden="true" className="h-full w-full">
      <g
        stroke="var(--color-outline)"
        strokeWidth="6"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {children}
      </g>
    </svg>
  )
}

function Dots({ at }: { at: readonly (readonly [number, number])[] }) {
  return at.map(([x, y]) => (
    <circle key={`${x} ${y}`} cx={x} cy={y} r="5" fill="var(--color-outline)" />
  ))
}
