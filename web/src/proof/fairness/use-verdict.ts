import { useState } from 'react'
import { useFairness } from './verifier/fairness-provider.tsx'
import type { RequestedRound } from './verifier/hands.ts'
import type { Verdict } from './verifier/judge-answer.ts'

/** A round's verdict; 'unchecked' if the check itself failed. */
export type Checked = {
  transactionId: string
  state: Verdict['is'] | 'checking' | 'unchecked'
  /** In hex. */
  commitment: string
}

/** Checks answers, and returns the verdict on the last one. */
export function useVerdict() {
  const { verifyAnswer } = useFairness()
  const [checked, setChecked] = useState<Checked>()

  const check = async (round: RequestedRound) => {
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
    // A newer answer may have come in meanwhile.
    setChecked((latest) => (latest === before ? { ...before, state } : latest))
    return state
  }
  return { checked, check }
}
