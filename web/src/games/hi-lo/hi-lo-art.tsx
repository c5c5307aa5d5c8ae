import { Drawing } from '../../components/drawing.tsx'

/** A card, and the ways that the next one can go. */
export function HiLoArt() {
  return (
    <Drawing>
      <g transform="rotate(-7 106 72)">
        <rect
          x="66"
          y="14"
          width="82"
          height="112"
          rx="16"
          fill="var(--color-cream)"
        />
        <path
          d="M96 50 l11 -10 v46 M94 88 h26"
          fill="none"
          strokeWidth="10"
          transform="translate(0 4)"
        />
      </g>
      <path
        d="M196 14 L228 52 H208 V64 H184 V52 H164Z"
        fill="var(--color-sun)"
      />
      <path
        d="M196 128 L228 90 H208 V78 H184 V90 H164Z"
        fill="var(--color-bubblegum)"
      />
    </Drawing>
  )
}
