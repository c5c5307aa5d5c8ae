import { Drawing } from '../../components/drawing.tsx'

/** A rocket of rubber in a pulled slingshot. */
export function RocketBand() {
  return (
    <Drawing>
      <path d="M196 128 V60 M244 128 V60" fill="none" strokeWidth="20" />
      <path
        d="M196 128 V60 M244 128 V60"
        fill="none"
        stroke="var(--color-lime)"
        strokeWidth="9"
      />
      <path d="M196 62 L70 96 L244 62" fill="none" strokeWidth="13" />
      <path
        d="M196 62 L70 96 L244 62"
        fill="none"
        stroke="var(--color-tangerine)"
        strokeWidth="5"
      />
      <g transform="rotate(-15 110 84)">
        <path d="M74 66 l-26 -16 v64 l26 -16Z" fill="var(--color-sun)" />
        <path
          d="M70 62 H120 Q160 64 172 82 Q160 100 120 102 H70Z"
          fill="var(--color-cream)"
        />
        <path
          d="M132 64 Q160 66 172 82 Q160 98 132 100Z"
          fill="var(--color-sky)"
        />
        <circle cx="104" cy="82" r="11" fill="var(--color-sky)" />
      </g>
    </Drawing>
  )
}
