import type { ReactNode } from 'react'
import type { Leg, Pose } from './pose.ts'

/** Distinctive parts of a horse, each drawn in its place on the body. */
export type Outfit = {
  /** From its root at 0 0 to the left. */
  tail: ReactNode
  /** Behind the neck. */
  mane: ReactNode
  onBody?: ReactNode
  underEyes?: ReactNode
  onFace?: ReactNode
}

interface HorseFigureProps {
  outfit: Outfit
  pose: Pose
}

/** A rubber-hose horse that looks to the right. Its coat is the colour of `--coat`. */
export function HorseFigure({ outfit, pose }: HorseFigureProps) {
  const far = pose.legs.filter(({ isFar }) => isFar)
  const near = pose.legs.filter(({ isFar }) => !isFar)
  return (
    <>
      <Body pose={pose}>
        <g transform={`translate(-38 -10) rotate(${pose.tailDeg.toFixed(1)})`}>
          {outfit.tail}
        </g>
      </Body>
      <Legs legs={far} coat="ink" />
      <Legs legs={far} coat="far" />
      <Hooves legs={far} />
      <Body pose={pose}>
        <g transform={neckTurn(pose)}>{outfit.mane}</g>
      </Body>
      {/* All ink first: where coat meets coat there is no line. */}
      <Legs legs={near} coat="ink" />
      <Body pose={pose}>
        <Trunk pose={pose} coat="ink" />
      </Body>
      <Legs legs={near} coat="near" />
      <Hooves legs={near} />
      <Body pose={pose}>
        <Trunk pose={pose} coat="near" />
        {outfit.onBody}
        <g transform={neckTurn(pose)}>
          <Face pose={pose} outfit={outfit} />
        </g>
      </Body>
    </>
  )
}

/** Moves its children with the body, whose middle is at 0 0. */
function Body({ pose, children }: { pose: Pose; children: ReactNode }) {
  const { x, y, turnDeg, stretch } = pose.body
  const scale = `${stretch.toFixed(3)} ${(1 / stretch).toFixed(3)}`
  return (
    <g
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turnDeg.toFixed(1)}) scale(${scale})`}
    >
      {children}
    </g>
  )
}

/** Body, neck and head in one piece of rubber. */
function Trunk({ pose, coat }: { pose: Pose; coat: Coat }) {
  return (
    <>
      <Hose d="M-22 -2 C-8 -7 10 -5 24 -1" width={46} coat={coat} />
      <g transform={neckTurn(pose)}>
        <Hose d="M26 -4 Q40 -16 48 -38" width={28} coat={coat} />
        <Hose d="M50 -42 Q60 -42 78 -32" width={26} coat={coat} />
        <Hose d="M44 -52 L40 -66 M56 -54 L57 -68" width={8} coat={coat} />
      </g>
    </>
  )
}

function Legs({ legs, coat }: { legs: readonly Leg[]; coat: Coat }) {
  return legs.map((leg) => (
    <Hose key={leg.bend} d={legPath(leg)} width={13} coat={coat} />
  ))
}

/** One pass over the hoses: the ink around them, or the rubber itself. */
type Coat = 'ink' | 'near' | 'far'

const INK_WIDTH = 4

function Hose({ d, width, coat }: { d: string; width: number; coat: Coat }) {
  const strokeWidth = coat === 'ink' ? width + 2 * INK_WIDTH : width
  return <path d={d} className={`horse-${coat}`} strokeWidth={strokeWidth} />
}

function Hooves({ legs }: { legs: readonly Leg[] }) {
  return legs.map(({ bend, hoof: { x, y } }) => (
    <path
      key={bend}
      className="horse-hoof"
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      d="M-10 8 q0 -15 10 -15 q13 1 15 15z"
    />
  ))
}

function Face({ pose, outfit }: HorseFigureProps) {
  return (
    <>
      <path className="horse-line" d="M80 -27 q4 4 8 1" />
      <circle className="horse-dot" cx="86" cy="-36" r="2.2" />
      {outfit.underEyes}
      <Eye eyes={pose.eyes} cx={66} />
      <Eye eyes={pose.eyes} cx={54} />
      {outfit.onFace}
    </>
  )
}

/** A pie-cut eye, as in the oldest cartoons. */
function Eye({ eyes, cx }: { eyes: Pose['eyes']; cx: number }) {
  return (
    <g transform={`translate(${cx} -47)`}>
      <ellipse className="horse-white" rx="7" ry="9.5" />
      {eyes === 'happy' ? (
        <path className="horse-line" d="M-4 2 q4 -8 8 0" />
      ) : (
        <path
          className="horse-dot"
          d="M2 1 L4.500 -4.500 A4.800 6.300 0 1 0 6.500 0Z"
        />
      )}
      {eyes === 'tired' && (
        <path className="horse-lid" d="M-7 -1 a7 9.500 0 0 1 14 0z" />
      )}
    </g>
  )
}

/** Neck and head swing from the chest. */
function neckTurn({ headDeg }: Pose): string {
  return `rotate(${headDeg.toFixed(1)} 26 -4)`
}

/** Legs bend like hoses, at constant length. */
const LEG_LENGTH = 54

/** Returns the path from the hip to the hoof. */
function legPath({ hip, hoof, bend }: Leg): string {
  const x = hoof.x - hip.x
  const y = hoof.y - hip.y
  const distance = Math.hypot(x, y) || 1
  const slack = Math.sqrt(Math.max(0, LEG_LENGTH ** 2 - distance ** 2))
  const side = (bend === 'forth' ? 0.8 : -0.8) * (slack / distance)
  const knee = {
    x: hip.x + x / 2 + y * side,
    y: hip.y + y / 2 - x * side,
  }
  return `M${at(hip)} Q${at(knee)} ${at(hoof)}`
}

function at({ x, y }: Leg['hip']): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
