import { type ReactNode, useId } from 'react'

/** Scenery along the track, from back to front. */
export function Scenery() {
  return (
    <>
      <Layer tile={420} depth={0.12} className="race-hills">
        <path d="M0 90 Q60 18 140 60 T300 44 T420 90 V120 H0Z" />
      </Layer>
      <Layer tile={252} depth={0.42} className="race-row race-row-back">
        <Fans colours={['sky', 'sun', 'bubblegum', 'lime', 'cream']} />
      </Layer>
      <Layer tile={252} depth={0.5} className="race-row race-row-front">
        <Fans colours={['lime', 'bubblegum', 'tangerine', 'sky', 'sun']} />
      </Layer>
      <div className="race-rail">
        <div data-tile={96} data-depth={0.92} />
      </div>
      <div className="race-ground">
        <div data-tile={240} data-depth={1} />
      </div>
    </>
  )
}

type LayerProps = {
  /** Width of the drawing in pixels. */
  tile: number
  /** Speed relative to the ground. */
  depth: number
  className: string
  children: ReactNode
}

/** A layer that repeats one drawing and moves as a whole. */
function Layer({ tile, depth, className, children }: LayerProps) {
  const id = useId()
  return (
    <div className={className}>
      <svg data-tile={tile} data-depth={depth} aria-hidden="true">
        <defs>
          <pattern
            id={id}
            width={tile}
            height="120"
            patternUnits="userSpaceOnUse"
          >
            {children}
          </pattern>
        </defs>
        <rect width="100%" height="120" fill={`url(#${id})`} />
      </svg>
    </div>
  )
}

const APART = 50.4
/** Varies the fans' heights. */
const HEIGHTS = [18, 4, 24, 10, 0]

/** Rubber fans in the stands. */
function Fans({ colours }: { colours: readonly string[] }) {
  return colours.map((colour, place) => (
    <g
      key={colour}
      transform={`translate(${place * APART + 25} ${30 + (HEIGHTS[place] ?? 0)})`}
      stroke="var(--color-outline)"
      strokeWidth="4"
    >
      <path
        d="M-20 96 C-24 20 -22 0 0 0 C22 0 24 20 20 96Z"
        fill={`var(--color-${colour})`}
      />
      <ellipse cx="-7" cy="20" rx="6" ry="8" fill="#fff" strokeWidth="3" />
      <ellipse cx="8" cy="20" rx="6" ry="8" fill="#fff" strokeWidth="3" />
      <circle cx="-5" cy="22" r="2.500" fill="#1b1030" stroke="none" />
      <circle cx="10" cy="22" r="2.500" fill="#1b1030" stroke="none" />
      <path d="M-6 35 q7 7 14 0" fill="none" strokeWidth="3" />
    </g>
  ))
}
