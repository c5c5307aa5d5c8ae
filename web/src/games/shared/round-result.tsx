import type { ReactNode } from 'react'
import { useOutage } from '../../lib/server-presence.ts'

interface RoundResultProps {
  isMoving: boolean
  isLate: boolean
  isUnanswered: boolean
  /** What the last answer came to, or what to do when there was none. */
  children: ReactNode
}

/** The line at the foot of the stage. */
export function RoundResult(props: RoundResultProps) {
  const { isMoving, isLate, isUnanswered, children } = props
  const outage = useOutage()
  if (isMoving) return isLate && <WaitingNote />
  return isUnanswered ? <Unanswered isAway={outage !== 'none'} /> : children
}

/** Says that a bet is sent again until it is answered. */
export function WaitingNote() {
  const outage = useOutage()
  if (outage === 'none')
    return <span className="round-result">Waiting for the house…</span>
  return (
    <span className="round-result text-small">
      {outage === 'network'
        ? 'You are offline. Your bet waits, and counts once.'
        : 'The house is away. Your bet waits for it.'}
    </span>
  )
}

/** The balance shown is asked for anew when the house is back. */
function Unanswered({ isAway }: { isAway: boolean }) {
  return (
    <span className="round-result text-small">
      No clear answer. Your balance{' '}
      {isAway ? 'will show once the house is back' : 'shows'} whether the bet
      counted.
    </span>
  )
}
