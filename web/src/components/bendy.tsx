import { classNames } from '../lib/class-names.ts'
import { type Mood, type Pose, poses } from './bendy-pose.ts'

interface BendyProps {
  mood?: Mood
  className?: string
}

/** The house's mascot, a looped rubber band with a face. What he means is also said in words. */
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
        <g style={placed(100, pose.knot.y, pose.knot.turn)}>
          <Band d="M0 4 C-18 4 -27 -27 0 -27 C27 -27 18 4 0 4Z" thin />
        </g>
        <Band d={pose.ring} />
        <g style={placed(100, pose.eyesY)}>
          <Eyes pose={pose} />
        </g>
        <path
          className="bendy-mouth"
          data-open={pose.mouthOpen}
          d={pose.mouth}
          style={placed(100, pose.mouthY)}
        />
      </g>
    </svg>
  )
}

/** Ink, edge, rubber and a streak of light, one upon the other. */
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
  return [-1, 1].map((side) => (
    <g key={side} transform={`translate(${side * 24} 0)`}>
      {pose.eyes === 'happy' && <HappyEye />}
      {pose.eyes === 'dizzy' && <DizzyEye />}
      {(pose.eyes === 'open' || pose.eyes === 'tired') && (
        <OpenEye pose={pose} side={side} />
      )}
    </g>
  ))
}

function OpenEye({ pose, side }: { pose: Pose; side: number }) {
  const [x, y] = pose.look
  return (
    <>
      <ellipse className="bendy-white" rx="22" ry="26" />
      <g className="bendy-pupil" style={placed(x - side * 3, y)}>
        <circle r={pose.pupil} />
        <circle fill="#fff" cx="3" cy="-4" r={pose.pupil * 0.36} />
      </g>
      {pose.eyes === 'tired' && (
        <path className="bendy-lid" d="M-22 -1 a22 26 0 0 1 44 0z" />
      )}
    </>
  )
}

function HappyEye() {
  return (
    <>
      <ellipse className="bendy-white" rx="22" ry="24" />
      <path className="bendy-line" d="M-11 5 q11 -17 22 0" />
    </>
  )
}

function DizzyEye() {
  return (
    <>
      <ellipse className="bendy-white" rx="22" ry="24" />
      <path
        className="bendy-line"
        d="M2 2 q-5 -5 -7 2 q2 9 10 5 q8 -8 0 -15 q-10 -5 -15 3"
      />
    </>
  )
}

/** Placed by CSS and not by an attribute: this way it moves there softly. */
function placed(x: number, y: number, turnDeg = 0) {
  return { transform: `translate(${x}px, ${y}px) rotate(${turnDeg}deg)` }
}
