import { useId } from 'react'
import { FairnessShield } from './fairness-shield.tsx'
import { ShieldHint, shieldHint } from './shield-hint.tsx'
import type { Checked } from './use-verdict.ts'
import { useFairnessState } from './verifier/fairness-provider.tsx'

interface RoundShieldProps {
  /** The round that is shown, where one is. */
  checked: Checked | undefined
  /** Whether a round is on its way. */
  isPlaying: boolean
}

/** A game's shield: what was proven of its last round, or waits for its next. */
export function RoundShield({ checked, isPlaying }: RoundShieldProps) {
  const seeds = useFairnessState()
  const state = checked?.state ?? (seeds.data ? 'ready' : 'unready')
  const hintId = useId()
  return (
    <div className="relative">
      {/* It lies over the game, so it hides no round and no result. */}
      {!checked && !isPlaying && <ShieldHint id={hintId} />}
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
