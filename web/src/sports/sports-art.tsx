import { Drawing } from '../components/drawing.tsx'

/** A basketball on its way into the net. */
export function SportsArt() {
  return (
    <Drawing>
      <path
        d="M164 88 l14 44 h56 l14 -44 M190 90 l10 40 M222 90 l-10 40 M172 110 h68"
        fill="none"
        strokeWidth="5"
      />
      <rect
        x="154"
        y="76"
        width="104"
        height="16"
        rx="8"
        fill="var(--color-bubblegum)"
      />
      <circle cx="102" cy="66" r="50" fill="var(--color-sun)" />
      <path
        d="M102 16 v100 M52 66 h100 M66 32 q30 34 0 68 M138 32 q-30 34 0 68"
        fill="none"
        strokeWidth="5"
      />
    </Drawing>
  )
}
