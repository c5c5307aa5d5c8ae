import { poses } from '../../components/bendy.tsx'

/** Returns a colour token of the current theme. */
export type Colour = (token: string) => string

type Place = {
  x: number
  y: number
  scale: number
  colour: Colour
}

const KNOT = 'M0 4 C-18 4 -27 -27 0 -27 C27 -27 18 4 0 4Z'

/** Paints the mascot in its winning pose, from the curves of the SVG. */
export function paintBendy(
  paint: CanvasRenderingContext2D,
  { x, y, scale, colour }: Place,
): void {
  const { win } = poses
  paint.save()
  paint.translate(x, y)
  paint.scale(scale, scale)
  paint.lineJoin = 'round'
  paint.lineCap = 'round'
  within(paint, { x: 100, y: win.knot.y, turnDeg: win.knot.turn }, () =>
    band(paint, { d: KNOT, width: 16, inner: 12 }, colour),
  )
  band(paint, { d: win.ring, width: 40, inner: 32 }, colour)
  paint.strokeStyle = colour('outline')
  for (const side of [-1, 1]) {
    within(paint, { x: 100 + side * 24, y: win.eyesY }, () => happyEye(paint))
  }
  within(paint, { x: 100, y: win.mouthY }, () => {
    paint.fillStyle = colour('outline')
    paint.lineWidth = 6.5
    const mouth = new Path2D(win.mouth)
    paint.fill(mouth)
    paint.stroke(mouth)
  })
  paint.restore()
}

type Band = {
  d: string
  width: number
  inner: number
}

/** Layers from bottom to top: ink, edge, rubber. */
function band(
  paint: CanvasRenderingContext2D,
  { d, width, inner }: Band,
  colour: Colour,
): void {
  const path = new Path2D(d)
  const strokes = [
    { lineWidth: width + 11, token: 'outline', up: 0 },
    { lineWidth: width, token: 'tangerine-edge', up: 0 },
    { lineWidth: inner, token: 'tangerine', up: 2 },
  ]
  for (const { lineWidth, token, up } of strokes) {
    within(paint, { x: 0, y: -up }, () => {
      paint.lineWidth = lineWidth
      paint.strokeStyle = colour(token)
      paint.stroke(path)
    })
  }
}

function happyEye(paint: CanvasRenderingContext2D): void {
  paint.fillStyle = '#fff'
  paint.lineWidth = 5.5
  paint.beginPath()
  paint.ellipse(0, 0, 22, 24, 0, 0, 2 * Math.PI)
  paint.fill()
  paint.stroke()
  paint.lineWidth = 6.5
  paint.stroke(new Path2D('M-11 5 q11 -17 22 0'))
}

function within(
  paint: CanvasRenderingContext2D,
  at: { x: number; y: number; turnDeg?: number },
  act: () => void,
): void {
  paint.save()
  paint.translate(at.x, at.y)
  paint.rotate(((at.turnDeg ?? 0) * Math.PI) / 180)
  act()
  paint.restore()
}
