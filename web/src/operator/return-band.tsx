import type { GameFigures } from '#core/api/operator/games.ts'
import { classNames } from '../lib/class-names.ts'
import { Mark } from './cells.tsx'

/** Margin of the scale on both sides, in parts of the band's breadth. */
const MARGIN = 0.5

/** A live return as text, marked where honest draws do not explain it. */
export function ReturnText({ game }: { game: GameFigures }) {
  const { returnPercent, expected } = game
  if (returnPercent === null) return '–'
  const text = percentText(returnPercent)
  if (expected?.isCredible === false) return <Mark tone="bad">{text}</Mark>
  return text
}

type ReturnBandProps = {
  game: GameFigures
  /** Shows the bounds to screen readers only, to save space. */
  isShort?: boolean
}

/** Draws where a live return lies between the bounds of 99 % of honest draws. */
export function ReturnBand({ game, isShort = false }: ReturnBandProps) {
  const { returnPercent, expected } = game
  if (returnPercent === null) return '–'
  if (!expected) return <span className="text-soft">not random</span>
  const { leastPercent, mostPercent, isCredible } = expected
  if (leastPercent === null)
    return <span>{`up to ${percentText(mostPercent)}`}</span>
  const breadth = Math.max(mostPercent - leastPercent, Number.EPSILON)
  const from = leastPercent - breadth * MARGIN
  const share = (returnPercent - from) / (breadth * (1 + 2 * MARGIN))
  const left = `${Math.min(1, Math.max(0, share)) * 100}%`
  const bound = classNames(isShort && 'sr-only')
  return (
    <span
      className={classNames(
        'op-band inline-grid items-center gap-1.5 whitespace-nowrap text-[0.8125rem] text-soft',
        isShort
          ? 'grid-cols-[minmax(3rem,8rem)]'
          : 'grid-cols-[auto_minmax(3.5rem,6rem)_auto]',
      )}
    >
      <span className={bound}>{percentText(leastPercent)} </span>
      {/* The band is the middle half of the scale. */}
      <span
        aria-hidden="true"
        className="relative h-2 rounded-[4px] bg-[linear-gradient(to_right,var(--color-well)_25%,var(--color-lime-edge)_25%_75%,var(--color-well)_75%)]"
      >
        <span
          className={classNames(
            'absolute -top-[0.1875rem] h-3.5 w-1 -translate-x-1/2 rounded-[2px]',
            isCredible ? 'bg-text' : 'bg-bubblegum-text',
          )}
          style={{ left }}
        />
      </span>
      <span className={bound}> {percentText(mostPercent)}</span>
    </span>
  )
}

export function percentText(percent: number): string {
  return `${percent.toFixed(2)} %`
}
