import { useState } from 'react'
import { useFairness } from './verifier/fairness-provider.tsx'
import type { AskedRound } from './verifier/hands.ts'
import type { Verdict } from './verifier/judge-answer.ts'

/** What is known of a round's proof; 'unchecked' when the check itself failed. */
export interface Checked {
  transactionId: string
  state: Verdict['is'] | 'checking' | 'unchecked'
  /** What the house committed to for it, in hex. */
  commitment: string
}

/** The proof of the answer that was checked last. */
export function useVerdict() {
  const { verifyAnswer } = useFairness()
  const [checked, setChecked] = useState<Checked>()

  const check = async (round: AskedRound) => {
    const { transactionId, serverSeedHash: commitment } = round.answer
    const isEnd = round.answer.serverSeed !== undefined
    const before: Checked = {
      transactionId,
      commitment,
      state: isEnd ? 'checking' : 'open',
    }
    setChecked(before)
    const state = await verifyAnswer(round).then(
      ({ is }) => is,
      () => 'unchecked' as const,
    )
    // A newer answer may have come meanwhile.
    setChecked((latest) => (latest === before ? { ...before, state } : latest))
    return state
  }
  return { checked, check }
}
