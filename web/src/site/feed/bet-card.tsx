import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import './bet-card.css'

/** Rows of a folded card; `bet-card.css` hides the rest. */
const FOLDED_ROWS = 4

type BetCardProps<T> = ComponentProps<'section'> & {
  heading: string
  /** Shown next to the heading. */
  aside?: ReactNode
  /** Newest first; undefined while loading. */
  bets: readonly T[] | undefined
  isError: boolean
  /** Shown without bets. */
  empty: string
  row: (bet: T) => ReactNode
}

/** Lists bets in a fixed space, so that new ones move nothing. */
export function BetCard<T extends { id: string }>({
  heading,
  aside,
  bets,
  isError,
  empty,
  row,
  ...section
}: BetCardProps<T>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      {...section}
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className="bet-card rubber-card"
    >
      <header className="bet-card-head">
        <h2 id={id} className="text-lead">
          {heading}
        </h2>
        <div className="text-small">{aside}</div>
      </header>
      <div className="bet-card-body">
        {!bets && !isError && <Skeleton className="m-3 h-40" />}
        {!bets && isError && (
          <p className="p-4 text-soft">
            The list could not be loaded. We’ll keep trying.
          </p>
        )}
        {bets?.length === 0 && <p className="p-4 text-soft">{empty}</p>}
        {bets && bets.length > 0 && <Rows bets={bets} row={row} />}
      </div>
      {(!bets || bets.length > FOLDED_ROWS) && (
        <button
          type="button"
          className="bet-card-fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : 'Show more'}
        </button>
      )}
    </section>
  )
}

function Rows<T extends { id: string }>({
  bets,
  row,
}: Required<Pick<BetCardProps<T>, 'row'>> & { bets: readonly T[] }) {
  return (
    <ul className="bet-card-rows" style={getStyle('--count', bets.length)}>
      {bets.map((bet, place) => (
        <li
          key={bet.id}
          className="bet-card-row [&>a]:h-full [&>a]:py-0 [&>a>:last-child]:flex-nowrap [&>a>:last-child]:whitespace-nowrap"
          style={getStyle('--place', place)}
        >
          {row(bet)}
        </li>
      ))}
    </ul>
  )
}

function getStyle(name: '--count' | '--place', value: number): CSSProperties {
  return { [name]: value }
}
