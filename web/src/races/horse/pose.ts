export type Point = { x: number; y: number }

/** Far legs are drawn first, in the shade of the near ones. */
export type Leg = {
  hip: Point
  hoof: Point
  /** Hind legs bend backwards, fore legs forwards. */
  bend: 'back' | 'forth'
  isFar: boolean
}

/** Pose of a horse at one moment, within a {@link FRAME}. */
export type Pose = {
  legs: readonly Leg[]
  /** Middle of the body; a `stretch` above 1 makes it long and thin. */
  body: Point & { turnDeg: number; stretch: number }
  headDeg: number
  tailDeg: number
  eyes: 'open' | 'happy' | 'tired'
}

export const FRAME = { width: 190, height: 170 }
/** Ground level of the hooves. */
const GROUND_Y = 160

const MIDDLE: Point = { x: 78, y: 106 }
/** Raised by more than that, the fore hooves are off the ground. */
const PAWING_DEG = -20
const STEP = { reach: 30, lift: 26 }

/** When each leg's hoof leaves the ground, as a part of the gait's cycle. */
const gait = [
  { hip: { x: -20, y: 6 }, bend: 'back', isFar: true, phase: 0.12 },
  { hip: { x: 34, y: 6 }, bend: 'forth', isFar: true, phase: 0.62 },
  { hip: { x: -28, y: 10 }, bend: 'back', isFar: false, phase: 0 },
  { hip: { x: 26, y: 10 }, bend: 'forth', isFar: false, phase: 0.5 },
] as const

/** @param phase of the gait's cycle, from 0 to 1. */
export function gallop(phase: number): Pose {
  const turn = 2 * Math.PI * phase
  const body = {
    x: MIDDLE.x,
    y: MIDDLE.y - 4 - 5 * Math.sin(turn + 0.6),
    turnDeg: 5 * Math.sin(turn),
    stretch: 1 + 0.05 * Math.cos(turn),
  }
  return {
    body,
    legs: gait.map(({ hip, phase: offset, ...leg }) => {
      const angle = turn + 2 * Math.PI * offset
      const depth = leg.isFar ? 5 : 0
      const from = inFrame(body, hip)
      return {
        ...leg,
        hip: from,
        hoof: {
          x: from.x + 4 - STEP.reach * Math.cos(angle),
          y: GROUND_Y - depth - STEP.lift * Math.max(0, Math.sin(angle)),
        },
      }
    }),
    headDeg: 6 * Math.sin(turn - 0.9),
    tailDeg: 10 * Math.sin(turn + 1.2),
    eyes: 'open',
  }
}

/** On all four. */
export const standing: Pose = {
  ...getStance({ x: MIDDLE.x + 8, y: MIDDLE.y, turnDeg: 0, stretch: 1 }),
  headDeg: -4,
  tailDeg: -34,
  eyes: 'open',
}

/** Up on the hind legs. */
export const cheering: Pose = {
  ...getStance({ x: MIDDLE.x + 19, y: MIDDLE.y - 8, turnDeg: -26, stretch: 1 }),
  headDeg: 10,
  tailDeg: 18,
  eyes: 'happy',
}

/** Down on the hind quarters. */
export const sulking: Pose = {
  ...getStance({
    x: MIDDLE.x + 13,
    y: MIDDLE.y + 10,
    turnDeg: -8,
    stretch: 0.96,
  }),
  headDeg: 26,
  tailDeg: -46,
  eyes: 'tired',
}

function getStance(body: Pose['body']): Pick<Pose, 'body' | 'legs'> {
  const legs = gait.map(({ hip, bend, isFar }) => {
    const from = inFrame(body, hip)
    const isPawing = body.turnDeg < PAWING_DEG && bend === 'forth'
    const hoof = isPawing ? pawing(from, isFar) : onGround(from, isFar)
    return { hip: from, hoof, bend, isFar }
  })
  return { body, legs }
}

function pawing({ x, y }: Point, isFar: boolean): Point {
  return isFar ? { x: x + 32, y: y + 6 } : { x: x + 22, y: y + 22 }
}

function onGround({ x }: Point, isFar: boolean): Point {
  return isFar ? { x: x + 4, y: GROUND_Y - 5 } : { x: x - 4, y: GROUND_Y }
}

/** Returns the position of a body point in the frame. */
function inFrame(body: Pose['body'], { x, y }: Point): Point {
  const angle = (body.turnDeg * Math.PI) / 180
  const long = x * body.stretch
  const high = y / body.stretch
  return {
    x: body.x + long * Math.cos(angle) - high * Math.sin(angle),
    y: body.y + long * Math.sin(angle) + high * Math.cos(angle),
  }
}
