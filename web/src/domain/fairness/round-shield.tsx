import { useId } from 'react'
import { useFairnessState } from '../../lib/fairness/fairness-provider.tsx'
import type { Checked } from '../../lib/use-verdict.ts'
import { FairnessShield } from './fairness-shield.tsx'
import { ShieldHint, shieldHint } from './shield-hint.tsx'

/** States in which no round is on its way: then something may lie over the game. */
const RESTING: ReadonlySet<string> = new Set(['unready', 'ready', 'proven'])

interface RoundShieldProps {
  /** The round that is shown, where one is. */
  checked: Checked | undefined
}

/** A game's shield: what was proven of its last round, or waits for its next. */
export function RoundShield({ checked }: RoundShieldProps) {
  const seeds = useFairnessState()
  const state = checked?.state ?? (seeds.data ? 'ready' : 'unready')
  const hintId = useId()
  return (
    <div className="relative">
      {RESTING.has(state) && <ShieldHint id={hintId} />}
      <FairnessShield
        state={state}
        transactionId={checked?.transactionId}
        commitment={checked?.state === 'open' ? checked.commitment : undefined}
        nextCommitment={
          seeds.isError ? undefined : seeds.data?.nextServerSeedHash
        }
        // Another tab may have played on.
        onOpen={() => {
          shieldHint.set('seen')
          void seeds.refetch()
        }}
        hintId={hintId}
      />
    </div>
  )
}
