import { Drawing } from '../../../components/drawing.tsx'

/** Two rubber arrows, hooked into each other. */
export function SwapArt() {
  return (
    <Drawing>
      <path
        d="M78 96 V66 C78 40 100 28 130 28 H196 V8 L242 40 L196 72 V52 H134 C116 52 104 60 104 76 V96Z"
        fill="var(--color-sun)"
      />
      <path
        d="M222 44 V74 C222 100 200 112 170 112 H104 V132 L58 100 L104 68 V88 H166 C184 88 196 80 196 64 V44Z"
        fill="var(--color-bubblegum)"
      />
      <path d="M128 36 H188" fill="none" stroke="var(--color-shine)" />
      <path d="M112 96 H166" fill="none" stroke="var(--color-shine)" />
    </Drawing>
  )
}

/** Candles of rubber, and a band stretched over them. */
export function ChartArt() {
  return (
    <Drawing>
      <path d="M70 60 V128 M118 40 V112 M166 66 V124 M214 16 V92" fill="none" />
      <rect
        x="54"
        y="78"
        width="32"
        height="38"
        rx="12"
        fill="var(--color-bubblegum)"
      />
      <rect
        x="102"
        y="54"
        width="32"
        height="44"
        rx="12"
        fill="var(--color-sky)"
      />
      <rect
        x="150"
        y="80"
        width="32"
        height="30"
        rx="12"
        fill="var(--color-bubblegum)"
      />
      <rect
        x="198"
        y="28"
        width="32"
        height="50"
        rx="12"
        fill="var(--color-sky)"
      />
      <path
        d="M34 96 C70 60 96 20 128 40 S176 84 200 40 S244 10 266 18"
        fill="none"
        strokeWidth="15"
      />
      <path
        d="M34 96 C70 60 96 20 128 40 S176 84 200 40 S244 10 266 18"
        fill="none"
        stroke="var(--color-sun)"
        strokeWidth="7"
      />
    </Drawing>
  )
}

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
