import type { Mood } from '../../components/bendy.tsx'
import { Bendy } from '../../components/bendy.tsx'

interface HeroBendyProps {
  mood: Mood
  onPoke: () => void
  onRelax: () => void
}

const pinkUnder = 'M74 126 C 74 96, 10 30, -90 4 S -600 -16, -2000 0'
const pinkOver = 'M74 122 V 126 C 74 158, 0 208, -110 226 S -700 236, -2000 220'
const blueUnder = 'M126 126 C 126 160, 190 208, 300 210 S 900 190, 2000 230'
const blueOver = 'M126 130 V 126 C 126 98, 190 88, 290 40 S 700 0, 2000 20'

/** Bendy in a tug of war: one band pulls from each side, both hooked through him. */
export function HeroBendy({ mood, onPoke, onRelax }: HeroBendyProps) {
  return (
    <button
      type="button"
      aria-label="Poke Bendy"
      className="hero-bendy"
      data-mood={mood}
      onClick={onPoke}
      onPointerLeave={onRelax}
      onBlur={onRelax}
    >
      <Bands colour="bubblegum" d={pinkUnder} />
      <Bands colour="sky" d={blueUnder} />
      <Bendy mood={mood} className="relative w-full" />
      <Bands colour="bubblegum" d={pinkOver} />
      <Bands colour="sky" d={blueOver} />
    </button>
  )
}

function Bands({ colour, d }: { colour: string; d: string }) {
  return (
    <svg
      viewBox="0 0 200 224"
      aria-hidden="true"
      className={`hero-band hero-band-${colour}`}
    >
      <g fill="none">
        <path d={d} stroke="var(--color-outline)" strokeWidth="18" />
        <path d={d} stroke={`var(--color-${colour}-edge)`} strokeWidth="13" />
        <path
          d={d}
          stroke={`var(--color-${colour})`}
          strokeWidth="9.5"
          strokeLinecap="square"
          transform="translate(0 -1.2)"
        />
        <path
          d={d}
          stroke="var(--color-shine)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeDasharray="4000"
          strokeDashoffset="-40"
          transform="translate(0 -4)"
        />
      </g>
    </svg>
  )
}
