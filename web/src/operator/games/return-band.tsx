import type { GameFigures } from '#core/api/operator/games.ts'
import { Mark } from '../frame/mark.tsx'

type Expected = NonNullable<GameFigures['expected']>

/** How far beyond the band the scale reaches, in parts of its breadth. */
const MARGIN = 0.5

/** A live return as text, with a sign where draws do not explain it. */
export function ReturnText({ game }: { game: GameFigures }) {
  const { returnPercent, expected } = game
  if (returnPercent === null) return '–'
  const text = percentText(returnPercent)
  if (expected?.isCredible === false) return <Mark tone="bad">{text}</Mark>
  return text
}

interface ReturnBandProps {
  game: GameFigures
  /** The bounds are only heard, where there is little room. */
  isShort?: boolean
}

/** Draws where a live return lies between the bounds of 99 of 100 honest houses. */
export function ReturnBand({ game, isShort = false }: ReturnBandProps) {
  const { returnPercent, expected } = game
  if (returnPercent === null) return '–'
  if (!expected) return <span className="text-soft">not random</span>
  const { leastPercent, mostPercent } = expected
  if (leastPercent === null)
    return <span>{`up to ${percentText(mostPercent)}`}</span>
  const bound = isShort ? 'sr-only' : undefined
  return (
    <span className={isShort ? 'op-band op-band-short' : 'op-band'}>
      <span className={bound}>{percentText(leastPercent)} </span>
      <Scale
        returnPercent={returnPercent}
        expected={{ ...expected, leastPercent }}
      />
      <span className={bound}> {percentText(mostPercent)}</span>
    </span>
  )
}

interface ScaleProps {
  returnPercent: number
  expected: Expected & { leastPercent: number }
}

function Scale({ returnPercent, expected }: ScaleProps) {
  const { leastPercent, mostPercent, isCredible } = expected
  const breadth = Math.max(mostPercent - leastPercent, Number.EPSILON)
  const from = leastPercent - breadth * MARGIN
  const part = (percent: number) => {
    const share = (percent - from) / (breadth * (1 + 2 * MARGIN))
    return `${Math.min(1, Math.max(0, share)) * 100}%`
  }
  return (
    <span
      aria-hidden="true"
      className={isCredible ? 'op-scale' : 'op-scale op-scale-bad'}
    >
      <span className="op-scale-at" style={{ left: part(returnPercent) }} />
    </span>
  )
}

export function percentText(percent: number): string {
  return `${percent.toFixed(2)} %`
}
