import {
  coinsText,
  formatGain,
  formatTime,
  formatTwoDecimals,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import type { ProvenWin } from '../records/proven-win.ts'
import { type Colour, paintBendy } from './paint-bendy.ts'

/** Size that sites show uncropped. */
export const CARD = { width: 1_200, height: 630 }

const DISPLAY = '"Fredoka Variable", "Fredoka Fallback", sans-serif'
const BODY = '"Nunito Variable", "Nunito Fallback", sans-serif'

/** Loads the fonts, which a canvas does not wait for. */
export async function cardFonts(): Promise<void> {
  await Promise.all([
    document.fonts.load(`700 80px ${DISPLAY}`),
    document.fonts.load(`600 30px ${BODY}`),
  ])
}

/** All texts of a card; none shows the player's balance or other players. */
export type CardText = {
  game: string
  multiple: string
  gain: string
  time: string
  /** Address of the proof. */
  link: string
  /** Only if the player wants to be named. */
  name?: string | undefined
}

export function cardText(win: ProvenWin, name?: string): CardText {
  const { id, game, staked, paid, timestamp } = win
  const gained = paid - staked
  return {
    game,
    multiple: `×${formatTwoDecimals(paid / staked)}`,
    gain: `${formatGain(gained)} ${gained === 1 ? 'coin' : 'coins'}`,
    time: formatTime(timestamp),
    link: new URL(pagePath(`/verify/${id}`), location.origin).href,
    name,
  }
}

/** Describes the card for screen readers and for the message it is sent with. */
export function cardSentence({ paid, staked, game }: ProvenWin): string {
  const multiple = formatTwoDecimals(paid / staked)
  return `Won ${coinsText(paid - staked)} at ${game}, ${multiple} times the stake, with a proof that anyone can check`
}

/** Paints a win: the coins to the left, the proof to the right. */
export function paintCard(
  canvas: HTMLCanvasElement,
  text: CardText,
  qr: HTMLCanvasElement,
): void {
  const paint = canvas.getContext('2d')
  if (!paint) return
  const style = getComputedStyle(document.documentElement)
  const colour: Colour = (token) => style.getPropertyValue(`--color-${token}`)
  paintStage(paint, colour)
  paintWin(paint, text, colour)
  paintProof(paint, qr, colour)
  paintBendy(paint, { x: 905, y: 22, scale: 0.82, colour })
}

function paintStage(paint: CanvasRenderingContext2D, colour: Colour): void {
  const { width, height } = CARD
  const glow = paint.createRadialGradient(420, 300, 60, 420, 300, 760)
  glow.addColorStop(0, colour('stage-glow'))
  glow.addColorStop(1, colour('stage'))
  paint.fillStyle = colour('outline')
  paint.fillRect(0, 0, width, height)
  paint.fillStyle = glow
  paint.beginPath()
  paint.roundRect(12, 12, width - 24, height - 24, 36)
  paint.fill()
}

function paintWin(
  paint: CanvasRenderingContext2D,
  { game, multiple, gain, name, time }: CardText,
  colour: Colour,
): void {
  const font = `600 30px ${BODY}`
  const lines = [
    { text: game, y: 118, font: `600 52px ${DISPLAY}`, fill: 'text' },
    { text: multiple, y: 290, font: `700 168px ${DISPLAY}`, fill: 'sun-text' },
    { text: gain, y: 390, font: `700 76px ${DISPLAY}`, fill: 'lime-text' },
    ...(name ? [{ text: `Won by ${name}`, y: 458, font, fill: 'text' }] : []),
    { text: time, y: name ? 502 : 458, font, fill: 'soft' },
    {
      text: 'bendy',
      y: 580,
      font: `700 44px ${DISPLAY}`,
      fill: 'tangerine-text',
    },
    { text: 'Play money, real proofs', x: 214, y: 578, font, fill: 'soft' },
  ]
  paint.textAlign = 'left'
  for (const { x = 64, fill, ...line } of lines) {
    write(paint, { ...line, x, fill: colour(fill), width: 800 - x })
  }
}

function paintProof(
  paint: CanvasRenderingContext2D,
  qr: HTMLCanvasElement,
  colour: Colour,
): void {
  const { x, y, width } = { x: 840, y: 214, width: 292 }
  const edge = colour('outline')
  sticker(paint, { x, y, width, height: width }, { fill: '#fff4e0', edge })
  paint.drawImage(qr, x + 16, y + 16, width - 32, width - 32)
  const box = { x, y: 530, width, height: 62 }
  sticker(paint, box, { fill: colour('lime'), edge })
  paint.textAlign = 'center'
  write(paint, {
    text: 'Verified: scan it',
    x: x + width / 2,
    y: 570,
    font: `600 28px ${DISPLAY}`,
    fill: colour('on-toy'),
    width: 270,
  })
}

function sticker(
  paint: CanvasRenderingContext2D,
  box: { x: number; y: number; width: number; height: number },
  { fill, edge }: { fill: string; edge: string },
): void {
  const { x, y, width, height } = box
  const radius = 22
  paint.fillStyle = edge
  paint.beginPath()
  paint.roundRect(x - 5, y - 5, width + 10, height + 17, radius + 5)
  paint.fill()
  paint.fillStyle = fill
  paint.beginPath()
  paint.roundRect(x, y, width, height, radius)
  paint.fill()
}

type Writing = {
  text: string
  x: number
  y: number
  font: string
  fill: string
  /** A wider text is squeezed. */
  width: number
}

function write(
  paint: CanvasRenderingContext2D,
  { text, x, y, font, fill, width }: Writing,
): void {
  paint.font = font
  paint.fillStyle = fill
  paint.fillText(text, x, y, width)
}
