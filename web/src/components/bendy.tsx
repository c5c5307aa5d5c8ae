import { classNames } from '../lib/class-names.ts'

type BendyProps = {
  mood?: Mood
  className?: string
}

/** The mascot, a looped rubber band with a face. Hidden from screen readers: add text. */
export function Bendy({ mood = 'idle', className }: BendyProps) {
  const pose = poses[mood]
  return (
    <svg
      viewBox="0 0 200 224"
      aria-hidden="true"
      className={classNames('bendy', className)}
      data-mood={mood}
    >
      <g className="bendy-body">
        <g style={placeAt(100, pose.knot.y, pose.knot.turn)}>
          <Band d="M0 4 C-18 4 -27 -27 0 -27 C27 -27 18 4 0 4Z" thin />
        </g>
        <Band d={pose.ring} />
        <g style={placeAt(100, pose.eyesY)}>
          <Eyes pose={pose} />
        </g>
        <path
          className="bendy-mouth"
          data-open={pose.mouthOpen}
          d={pose.mouth}
          style={placeAt(100, pose.mouthY)}
        />
      </g>
    </svg>
  )
}

/** Layers from bottom to top: ink, edge, rubber, highlight. */
function Band({ d, thin = false }: { d: string; thin?: boolean }) {
  const width = thin ? 16 : 40
  return (
    <g className="bendy-band">
      <path d={d} stroke="var(--color-outline)" strokeWidth={width + 11} />
      <path d={d} stroke="var(--color-tangerine-edge)" strokeWidth={width} />
      <path
        d={d}
        stroke="var(--color-tangerine)"
        strokeWidth={width - (thin ? 4 : 8)}
        transform="translate(0 -2)"
      />
      {!thin && (
        <path
          d={d}
          className="bendy-shine"
          strokeWidth="5"
          pathLength="100"
          transform="translate(0 -11)"
        />
      )}
    </g>
  )
}

function Eyes({ pose }: { pose: Pose }) {
  const [x, y] = pose.look
  return [-1, 1].map((side) => (
    <g key={side} transform={`translate(${side * 24} 0)`}>
      <ellipse className="bendy-white" rx="22" ry={pose.line ? 24 : 26} />
      {pose.line ? (
        <path className="bendy-line" d={pose.line} />
      ) : (
        <g className="bendy-pupil" style={placeAt(x - side * 3, y)}>
          <circle r={pose.pupil} />
          <circle fill="#fff" cx="3" cy="-4" r={pose.pupil * 0.36} />
        </g>
      )}
      {pose.isTired && (
        <path className="bendy-lid" d="M-22 -1 a22 26 0 0 1 44 0z" />
      )}
    </g>
  ))
}

/** Positioned by CSS rather than an attribute, so that it can transition. */
function placeAt(x: number, y: number, turnDeg = 0) {
  return { transform: `translate(${x}px, ${y}px) rotate(${turnDeg}deg)` }
}

export type Mood =
  | 'idle'
  | 'tense'
  | 'win'
  | 'loss'
  | 'waiting'
  | 'error'
  | 'lost'

type Pose = {
  /** The band: always four curves, so that poses can be interpolated. */
  ring: string
  eyesY: number
  /** Eyes of one line, without pupils. */
  line?: string
  isTired?: boolean
  /** Where the pupils look, and how big they are. */
  look: readonly [number, number]
  pupil: number
  mouth: string
  mouthY: number
  mouthOpen?: boolean
  /** The little loop on his head. */
  knot: { y: number; turn: number }
}

const smile = 'M-26 -3 q26 20 52 0'
const grin = 'M-30 -8 q30 -5 60 0 q-4 28 -30 28 q-26 0 -30 -28z'
const frown = 'M-20 5 q20 -14 40 0'
const wave = 'M-26 0 q9 -11 17 0 t17 0 t17 0'
const gasp = 'M0 -9 a11 10 0 1 0 0.1 0z'

const happy = 'M-11 5 q11 -17 22 0'
const dizzy = 'M2 2 q-5 -5 -7 2 q2 9 10 5 q8 -8 0 -15 q-10 -5 -15 3'

const round =
  'M100 52 C150 52 182 86 182 126 C182 168 146 198 100 198 C54 198 18 168 18 126 C18 86 50 52 100 52Z'

const idle: Pose = {
  ring: round,
  eyesY: 66,
  look: [0, 3],
  pupil: 10,
  mouth: smile,
  mouthY: 196,
  knot: { y: 38, turn: 14 },
}

export const poses: Record<Mood, Pose> = {
  idle,
  tense: {
    ...idle,
    ring: 'M100 40 C132 40 150 80 150 122 C150 170 130 202 100 202 C70 202 50 170 50 122 C50 80 68 40 100 40Z',
    eyesY: 56,
    look: [0, 10],
    pupil: 6,
    mouth: wave,
    mouthY: 201,
    knot: { y: 28, turn: 0 },
  },
  win: {
    ...idle,
    ring: 'M100 62 C160 54 190 84 188 122 C186 166 150 190 100 190 C50 190 14 166 12 122 C10 84 40 54 100 62Z',
    line: happy,
    eyesY: 72,
    mouth: grin,
    mouthY: 185,
    mouthOpen: true,
    knot: { y: 46, turn: -20 },
  },
  loss: {
    ...idle,
    ring: 'M100 98 C142 94 162 126 180 158 C198 192 150 202 100 202 C50 202 2 192 20 158 C38 126 58 94 100 98Z',
    isTired: true,
    eyesY: 112,
    look: [0, 9],
    mouth: frown,
    mouthY: 200,
    knot: { y: 86, turn: 48 },
  },
  waiting: { ...idle, look: [8, -6], mouth: 'M-12 0 h24' },
  error: {
    ...idle,
    ring: 'M100 52 C186 52 168 112 100 128 C24 146 26 200 100 200 C174 200 176 146 100 128 C32 112 14 52 100 52Z',
    line: dizzy,
    eyesY: 68,
    mouth: wave,
    mouthY: 199,
    knot: { y: 38, turn: -34 },
  },
  lost: {
    ...idle,
    look: [-9, -7],
    pupil: 8,
    mouth: gasp,
    mouthOpen: true,
    mouthY: 198,
    knot: { y: 38, turn: 34 },
  },
}
