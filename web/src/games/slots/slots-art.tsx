import { Drawing } from '../../components/drawing.tsx'

/** Three windows of reels, on one line. */
export function SlotsArt() {
  return (
    <Drawing>
      <rect
        x="30"
        y="14"
        width="240"
        height="112"
        rx="26"
        fill="var(--color-tangerine)"
      />
      {[46, 118, 190].map((x) => (
        <g key={x}>
          <rect
            x={x}
            y="30"
            width="64"
            height="80"
            rx="14"
            fill="var(--color-cream)"
          />
          <circle cx={x + 32} cy="70" r="21" fill="var(--color-lime)" />
          <path d={`M${x + 24} 70 l7 8 12 -15`} fill="none" />
        </g>
      ))}
    </Drawing>
  )
}
