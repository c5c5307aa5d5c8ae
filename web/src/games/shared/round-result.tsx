import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useOutage } from '../../lib/server-presence.ts'

type RoundResultProps = {
  round: { isMoving: boolean; isLate: boolean; isUnanswered: boolean }
  /** Result of the last round, or an invitation without one. */
  children: ReactNode
}

/** The line at the foot of the stage. */
export function RoundResult({ round, children }: RoundResultProps) {
  const outage = useOutage()
  if (round.isMoving) return round.isLate && <WaitingNote />
  if (!round.isUnanswered) return children
  return (
    <span className="round-result text-small">
      We got no clear answer. Your balance{' '}
      {outage === 'none' ? 'shows' : 'will show once we’re reconnected'} whether
      the bet counted.
    </span>
  )
}

type ResultLineProps = {
  tone?: 'win' | 'invitation' | undefined
  children: ReactNode
}

/** A line about one round; key it by the round's id, so that it animates in. */
export function ResultLine({ tone, children }: ResultLineProps) {
  return (
    <span
      className={classNames(
        'round-result',
        tone === 'invitation' ? 'text-soft' : 'pop-in',
        tone === 'win' && 'text-lime-text',
      )}
    >
      {children}
    </span>
  )
}

/** Shows that a bet is being resent until it is answered. */
export function WaitingNote() {
  const outage = useOutage()
  if (outage === 'none')
    return <span className="round-result">Waiting for the server…</span>
  return (
    <span className="round-result text-small">
      {outage === 'network'
        ? 'You are offline. We’ll retry your bet; it counts only once.'
        : 'Connection lost. We’ll retry your bet; it counts only once.'}
    </span>
  )
}

const LATE_MS = 2_000

/** True once a bet has had no answer for two seconds. */
export function useIsLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPending])
  return isLate
}
