import { Drawing } from '../../components/drawing.tsx'

/** An ace over a jack. */
export function BlackjackArt() {
  return (
    <Drawing>
      <g transform="rotate(9 184 76)">
        <rect
          x="140"
          y="16"
          width="82"
          height="114"
          rx="16"
          fill="var(--color-sun)"
        />
        <path
          d="M190 50 v34 q0 16 -14 16 t-14 -14"
          fill="none"
          strokeWidth="9"
        />
      </g>
      <g transform="rotate(-9 116 72)">
        <rect
          x="74"
          y="12"
          width="82"
          height="114"
          rx="16"
          fill="var(--color-cream)"
        />
        <path
          d="M94 96 L115 40 L136 96 M102 78 h26"
          fill="none"
          strokeWidth="9"
        />
      </g>
    </Drawing>
  )
}
