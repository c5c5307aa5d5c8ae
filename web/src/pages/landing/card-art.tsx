import { Drawing } from '../../components/drawing.tsx'

/** A rubber dice, mid-bounce. */
export function CasinoArt() {
  return (
    <Drawing>
      <g transform="rotate(-12 110 70)">
        <rect
          x="62"
          y="26"
          width="88"
          height="88"
          rx="24"
          fill="var(--color-cream)"
        />
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
    </Drawing>
  )
}

/** A slingshot, pulled and loaded with a coin. */
export function SolanaArt() {
  return (
    <Drawing>
      <path
        d="M150 128 V96 M150 98 C128 92 116 70 116 34 M150 98 C172 92 184 70 184 34"
        fill="none"
        strokeWidth="22"
      />
      <path
        d="M150 128 V96 M150 98 C128 92 116 70 116 34 M150 98 C172 92 184 70 184 34"
        fill="none"
        stroke="var(--color-lime)"
        strokeWidth="11"
      />
      <path d="M114 38 L60 84 M186 38 L60 84" fill="none" strokeWidth="7" />
      <circle cx="58" cy="86" r="20" fill="var(--color-sun)" />
      <circle cx="58" cy="86" r="10" fill="none" strokeWidth="4" />
      <path d="M214 34 l22 -12 M222 58 l26 -4 M208 14 l12 -10" fill="none" />
    </Drawing>
  )
}

/** Two toy blocks looped together. */
export function PolygonArt() {
  return (
    <Drawing>
      <path
        d="M108 22 L148 44 V90 L108 112 L68 90 V44Z"
        fill="var(--color-cream)"
      />
      <path
        d="M186 40 L222 60 V100 L186 122 L150 100 V60Z"
        fill="var(--color-lime)"
      />
      <path d="M108 50 v34 M93 67 h30" fill="none" />
      <path d="M174 80 h24" fill="none" />
    </Drawing>
  )
}

function Dots({ at }: { at: readonly (readonly [number, number])[] }) {
  return at.map(([x, y]) => (
    <circle key={`${x} ${y}`} cx={x} cy={y} r="5" fill="var(--color-outline)" />
  ))
}
