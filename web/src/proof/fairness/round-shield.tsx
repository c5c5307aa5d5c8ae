import { FairnessShield } from './fairness-shield.tsx'
import { SHIELD_HINT_ID, shieldHint } from './shield-hint.tsx'
import type { Checked } from './use-verdict.ts'
import { useFairnessState } from './verifier/fairness-provider.tsx'

interface RoundShieldProps {
  /** The round that is shown, where one is. */
  checked: Checked | undefined
}

/** A game's shield: what was proven of its last round, or waits for its next. */
export function RoundShield({ checked }: RoundShieldProps) {
  const seeds = useFairnessState()
  const state = checked?.state ?? (seeds.data ? 'ready' : 'unready')
  return (
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
      hintId={SHIELD_HINT_ID}
    />
  )
}
