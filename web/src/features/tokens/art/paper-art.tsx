import { Drawing } from '../../../components/drawing.tsx'

/** A sheet of paper with a curled corner, and a pencil of rubber. */
export function PaperArt() {
  return (
    <Drawing>
      <g transform="rotate(-6 130 70)">
        <path d="M84 10 H160 L184 34 V130 H84Z" fill="var(--color-cream)" />
        <path d="M160 10 V34 H184Z" fill="var(--color-sun)" />
        <path d="M102 54 H164 M102 76 H164 M102 98 H140" fill="none" />
      </g>
      <g transform="rotate(28 220 80)">
        <path
          d="M208 16 h24 v82 l-12 24 l-12 -24Z"
          fill="var(--color-tangerine)"
        />
        <path d="M208 16 q12 -16 24 0Z" fill="var(--color-bubblegum)" />
        <path d="M208 98 h24" fill="none" />
      </g>
    </Drawing>
  )
}

/** A coin cut like a cake. */
export function CakeArt() {
  return (
    <Drawing>
      <path
        d="M94 62 v22 a62 40 0 0 0 124 0 v-22Z"
        fill="var(--color-sun-edge)"
      />
      <ellipse cx="156" cy="62" rx="62" ry="40" fill="var(--color-sun)" />
      <path d="M156 62 L206 38 M156 62 L112 34 M156 62 L150 101" fill="none" />
      <path
        d="M74 30 L110 8 A62 40 0 0 0 62 44 L104 50Z"
        fill="var(--color-bubblegum)"
        transform="translate(-16 6)"
      />
    </Drawing>
  )
}
