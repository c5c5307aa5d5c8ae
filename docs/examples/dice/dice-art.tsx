import { Drawing } from '../../../web/src/components/drawing.tsx'

/** Two dice. */
export function DiceArt() {
  return (
    <Drawing>
      {[84, 164].map((x) => (
        <g key={x}>
          <rect
            x={x}
            y="38"
            width="64"
            height="64"
            rx="14"
            fill="var(--color-cream)"
          />
          <circle cx={x + 20} cy="58" r="6" />
          <circle cx={x + 44} cy="82" r="6" />
        </g>
      ))}
    </Drawing>
  )
}
