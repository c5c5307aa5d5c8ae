import { useEffect } from 'react'
import { remembered, useRemembered } from '../../lib/remembered.ts'

/** How long it stays where nobody closes it: time to read it twice. */
const READ_IN_MS = 15_000

/** Whether this browser's player has been told what the shield is. */
export const shieldHint = remembered('shield-hint', ['new', 'seen'])

interface ShieldHintProps {
  /** Names it for the shield that it explains. */
  id: string
}

/** What the shield is, beside the first one that a player sees. It goes by itself. */
export function ShieldHint({ id }: ShieldHintProps) {
  const isNew = useRemembered(shieldHint) === 'new'
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => shieldHint.set('seen'), READ_IN_MS)
    return () => clearTimeout(timer)
  }, [isNew])
  if (!isNew) return null
  return (
    <div className="shield-hint">
      <p id={id}>
        <strong>Your proof.</strong> The house seals its part before you bet,
        and your browser checks it after. Tap the shield to see how.
      </p>
      <button
        type="button"
        className="shield-hint-close"
        onClick={() => shieldHint.set('seen')}
      >
        Got it
      </button>
    </div>
  )
}
