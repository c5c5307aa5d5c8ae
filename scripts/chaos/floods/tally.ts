/** How often each answer came: by its status, or {@link NO_ANSWER}. */
export type Tally = Readonly<Record<string, number>>

export const NO_ANSWER = 'no answer'

export function tallyOf(answers: readonly string[]): Tally {
  const tally: Record<string, number> = {}
  for (const answer of answers) tally[answer] = (tally[answer] ?? 0) + 1
  return tally
}

/** `200 × 5, 429 × 2` */
export function tallyText(tally: Tally): string {
  const parts = Object.entries(tally).map(
    ([kind, count]) => `${kind} × ${count}`,
  )
  return parts.join(', ') || 'nothing, as it was ended'
}
