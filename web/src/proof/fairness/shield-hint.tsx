import { remembered, useRemembered } from '../../lib/remembered.ts'
import type { Checked } from './use-verdict.ts'

/** Whether this browser's player has been told what the shield is. */
export const shieldHint = remembered('shield-hint', ['new', 'seen'])

export const SHIELD_HINT_ID = 'shield-hint'

interface ShieldHintProps {
  /** The round that is shown, where one is. */
  checked: Checked | undefined
}

/** Says what the shield is, below the first round that a player has finished. */
export function ShieldHint({ checked }: ShieldHintProps) {
  const isNew = useRemembered(shieldHint) === 'new'
  if (!isNew || !checked || checked.state === 'open') return null
  return (
    <div className="shield-hint">
      <p id={SHIELD_HINT_ID}>
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
