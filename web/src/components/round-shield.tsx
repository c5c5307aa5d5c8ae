import { useFairnessState } from '../lib/fairness/fairness-provider.tsx'
import type { Checked } from '../lib/use-verdict.ts'
import { FairnessShield } from './fairness-shield.tsx'

interface RoundShieldProps {
  /** The round that is shown, where one is. */
  checked: Checked | undefined
}

/** A game's shield: what was proven of its last round, or waits for its next. */
export function RoundShield({ checked }: RoundShieldProps) {
  const seeds = useFairnessState()
  return (
    <FairnessShield
      state={checked?.state ?? (seeds.data ? 'ready' : 'unready')}
      transactionId={checked?.transactionId}
      commitment={checked?.state === 'open' ? checked.commitment : undefined}
      nextCommitment={
        seeds.isError ? undefined : seeds.data?.nextServerSeedHash
      }
      // Another tab may have played on.
      onOpen={() => void seeds.refetch()}
    />
  )
}
