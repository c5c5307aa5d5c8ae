import { Drawing } from '../../components/drawing.tsx'

/** A coin in the air. */
export function CoinFlipArt() {
  return (
    <Drawing>
      <path d="M84 124 v-22 M216 124 v-22 M150 132 v-8" fill="none" />
      <g transform="rotate(-16 150 64)">
        <ellipse
          cx="150"
          cy="74"
          rx="76"
          ry="48"
          fill="var(--color-sun-edge)"
        />
        <ellipse cx="150" cy="62" rx="76" ry="48" fill="var(--color-sun)" />
        <ellipse cx="150" cy="62" rx="52" ry="31" fill="none" strokeWidth="4" />
        <path d="M134 46 v32 M166 46 v32 M134 62 h32" fill="none" />
      </g>
    </Drawing>
  )
}
