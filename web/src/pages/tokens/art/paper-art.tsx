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

/** A coin cut like a cake, with one slice on its way out. */
export function CakeArt() {
  return (
    <Drawing>
      <path
        d="M82 66 v24 a66 42 0 0 0 132 0 v-24Z"
        fill="var(--color-sun-edge)"
      />
      <ellipse cx="148" cy="66" rx="66" ry="42" fill="var(--color-sun)" />
      <path d="M148 66 L92 44 M148 66 L130 106" fill="none" />
      <path
        d="M148 66 L204 44 A66 42 0 0 1 190 98Z"
        fill="var(--color-panel)"
      />
      <g transform="translate(26 0)">
        <path
          d="M148 66 L190 98 A66 42 0 0 0 214 66 V86 A66 42 0 0 1 190 120 L148 88Z"
          fill="var(--color-sky-edge)"
        />
        <path
          d="M148 66 L204 44 A66 42 0 0 1 190 98Z"
          fill="var(--color-sky)"
        />
      </g>
      <path
        d="M104 56 q14 -16 36 -18"
        fill="none"
        stroke="var(--color-shine)"
      />
    </Drawing>
  )
}
