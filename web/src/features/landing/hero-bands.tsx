const bands = [
  {
    colour: 'bubblegum',
    d: 'M-60 210 C 420 90, 760 520, 1120 330 S 1560 90, 1700 150',
  },
  {
    colour: 'sky',
    d: 'M-60 470 C 360 620, 700 190, 1130 400 S 1520 560, 1700 380',
  },
  {
    colour: 'sun',
    d: 'M-60 650 C 420 520, 820 720, 1120 480 S 1500 320, 1700 560',
  },
]

/** Rubber bands stretched across the stage. */
export function HeroBands() {
  return (
    <svg
      viewBox="0 0 1600 700"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="hero-bands"
    >
      {bands.map(({ colour, d }) => (
        <g key={colour} fill="none" strokeLinecap="round">
          <path d={d} stroke="var(--color-outline)" strokeWidth="38" />
          <path d={d} stroke={`var(--color-${colour}-edge)`} strokeWidth="29" />
          <path
            d={d}
            stroke={`var(--color-${colour})`}
            strokeWidth="22"
            transform="translate(0 -3)"
          />
          <path
            d={d}
            stroke="var(--color-shine)"
            strokeWidth="5"
            transform="translate(0 -9)"
          />
        </g>
      ))}
    </svg>
  )
}
