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
export interface CardText {
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
  text: CardText,
  colour: Colour,
): void {
  const write = writer(paint)
  write(text.game, {
    y: 118,
    font: `600 52px ${DISPLAY}`,
    fill: colour('text'),
  })
  write(text.multiple, {
    y: 290,
    font: `700 168px ${DISPLAY}`,
    fill: colour('sun-text'),
  })
  write(text.gain, {
    y: 390,
    font: `700 76px ${DISPLAY}`,
    fill: colour('lime-text'),
  })
  const small = `600 30px ${BODY}`
  const { name, time } = text
  if (name)
    write(`Won by ${name}`, { y: 458, font: small, fill: colour('text') })
  write(time, { y: name ? 502 : 458, font: small, fill: colour('soft') })
  write('bendy', {
    y: 580,
    font: `700 44px ${DISPLAY}`,
    fill: colour('tangerine-text'),
  })
  write('Play money, real proofs', {
    x: 214,
    y: 578,
    font: small,
    fill: colour('soft'),
  })
}

function paintProof(
  paint: CanvasRenderingContext2D,
  qr: HTMLCanvasElement,
  colour: Colour,
): void {
  const tile = { x: 840, y: 214, size: 292 }
  sticker(
    paint,
    { x: tile.x, y: tile.y, width: tile.size, height: tile.size },
    {
      fill: '#fff4e0',
      edge: colour('outline'),
    },
  )
  paint.drawImage(qr, tile.x + 16, tile.y + 16, tile.size - 32, tile.size - 32)
  sticker(
    paint,
    { x: tile.x, y: 530, width: tile.size, height: 62 },
    {
      fill: colour('lime'),
      edge: colour('outline'),
    },
  )
  writer(paint, 'center')('Verified: scan it', {
    x: tile.x + tile.size / 2,
    y: 570,
    font: `600 28px ${DISPLAY}`,
    fill: colour('on-toy'),
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function sticker(
  paint: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  { fill, edge }: { fill: string; edge: string },
): void {
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

interface Writing {
  x?: number
  y: number
  font: string
  fill: string
}

/** Squeezes texts that are wider than their space. */
function writer(
  paint: CanvasRenderingContext2D,
  align: CanvasTextAlign = 'left',
) {
  return (text: string, { x = 64, y, font, fill }: Writing): void => {
    paint.font = font
    paint.fillStyle = fill
    paint.textAlign = align
    paint.fillText(text, x, y, align === 'left' ? 800 - x : 270)
  }
}
