import type { HorseId } from '#core/race/horses.ts'
import pokey from './pokey.svg?raw'
import type { Leg, Pose } from './pose.ts'
import redFury from './red-fury.svg?raw'
import silverArrow from './silver-arrow.svg?raw'
import thunderBolt from './thunder-bolt.svg?raw'

/** Distinctive parts of a horse as SVG, each drawn in its place on the body. */
type Outfit = Partial<
  Record<'tail' | 'mane' | 'onBody' | 'underEyes' | 'onFace', string>
>

const outfits: Readonly<Record<HorseId, Outfit>> = {
  1: parseOutfit(pokey),
  2: parseOutfit(thunderBolt),
  3: parseOutfit(silverArrow),
  4: parseOutfit(redFury),
}

function parseOutfit(file: string): Outfit {
  const symbols = file.matchAll(/<symbol id="(\w+)">(.*?)<\/symbol>/gs)
  return Object.fromEntries(Array.from(symbols, ([, id, part]) => [id, part]))
}

/** Draws a rubber-hose horse that looks to the right, in the colour of `--coat`. */
export function horseFigure(horse: HorseId, pose: Pose): string {
  const { tail, mane, onBody = '', underEyes = '', onFace } = outfits[horse]
  const { turnDeg, stretch } = pose.body
  const scale = `${stretch.toFixed(3)} ${(1 / stretch).toFixed(3)}`
  const onHorse = (part: string) =>
    `<g transform="translate(${at(pose.body)}) rotate(${turnDeg.toFixed(1)}) scale(${scale})">${part}</g>`
  // Neck and head swing from the chest.
  const onNeck = (part: string) =>
    `<g transform="rotate(${pose.headDeg.toFixed(1)} 26 -4)">${part}</g>`
  const trunk = (coat: Coat) =>
    hose('M-22 -2 C-8 -7 10 -5 24 -1', 46, coat) +
    onNeck(
      hose('M26 -4 Q40 -16 48 -38', 28, coat) +
        hose('M50 -42 Q60 -42 78 -32', 26, coat) +
        hose('M44 -52 L40 -66 M56 -54 L57 -68', 8, coat),
    )
  const far = pose.legs.filter(({ isFar }) => isFar)
  const near = pose.legs.filter(({ isFar }) => !isFar)
  const tailTurn = `translate(-38 -10) rotate(${pose.tailDeg.toFixed(1)})`
  const face = `${MOUTH}${underEyes}${eye(66, pose)}${eye(54, pose)}${onFace}`
  return [
    onHorse(`<g transform="${tailTurn}">${tail}</g>`),
    legs(far, 'ink'),
    legs(far, 'far'),
    hooves(far),
    onHorse(onNeck(`${mane}`)),
    // Draws all outlines first, so that no line separates parts of the coat.
    legs(near, 'ink'),
    onHorse(trunk('ink')),
    legs(near, 'near'),
    hooves(near),
    onHorse(trunk('near') + onBody + onNeck(face)),
  ].join('')
}

/** Draws the limbs once: as outline or as fill. */
type Coat = 'ink' | 'near' | 'far'

const INK_WIDTH = 4

function hose(d: string, width: number, coat: Coat): string {
  const strokeWidth = coat === 'ink' ? width + 2 * INK_WIDTH : width
  return `<path class="horse-${coat}" d="${d}" stroke-width="${strokeWidth}"/>`
}

function legs(drawn: readonly Leg[], coat: Coat): string {
  return drawn.map((leg) => hose(legPath(leg), 13, coat)).join('')
}

function hooves(drawn: readonly Leg[]): string {
  const d = 'M-10 8 q0 -15 10 -15 q13 1 15 15z'
  const drawHoof = ({ hoof }: Leg) =>
    `<path class="horse-part" fill="#fff4e0" transform="translate(${at(hoof)})" d="${d}"/>`
  return drawn.map(drawHoof).join('')
}

const MOUTH =
  '<path class="horse-line" d="M80 -27 q4 4 8 1"/><circle fill="#1b1030" cx="86" cy="-36" r="2.2"/>'
const PUPIL = '<path fill="#1b1030" d="M2 1 L4.5 -4.5 A4.8 6.3 0 1 0 6.5 0Z"/>'
const LID =
  '<path fill="var(--coat)" stroke="var(--color-outline)" d="M-7 -1 a7 9.5 0 0 1 14 0z"/>'

/** Content of a pie-cut eye, as in the oldest cartoons. */
const EYES: Record<Pose['eyes'], string> = {
  open: PUPIL,
  happy: '<path class="horse-line" d="M-4 2 q4 -8 8 0"/>',
  tired: PUPIL + LID,
}

function eye(x: number, { eyes }: Pose): string {
  return `<g transform="translate(${x} -47)"><ellipse fill="#fff4e0" stroke="var(--color-outline)" rx="7" ry="9.5"/>${EYES[eyes]}</g>`
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
