import type { ReactNode } from 'react'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { OwnBets } from '../use-own-bets.ts'
import { BetRow } from './bet-row.tsx'

interface BetListProps {
  bets: OwnBets
  /** Said while there are none. */
  empty: ReactNode
}

/** A player's bets, newest first; the place around it gives its height. */
export function BetList({ bets, empty }: BetListProps) {
  const { data, isError, refetch } = bets
  if (!data) {
    return isError ? (
      <div className="sports-empty">
        <p>Your bets could not be loaded. They are safe.</p>
        <Button size="small" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <Rows />
    )
  }
  if (data.length === 0) {
    return (
      <div className="sports-empty">
        <Bendy className="w-28" />
        {empty}
      </div>
    )
  }
  return (
    <ol aria-label="Your bets" className="grid gap-2">
      {data.map((bet) => (
        <BetRow key={bet.id} bet={bet} />
      ))}
    </ol>
  )
}

const ROWS = ['one', 'two', 'three']

function Rows() {
  return ROWS.map((row) => <Skeleton key={row} className="mb-2 h-28 w-full" />)
}
