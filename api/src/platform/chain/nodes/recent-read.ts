/**
 * Makes a read that all its callers share: each says how old an answer may be,
 * in milliseconds since it was asked for; 0 always asks.
 */
export function recentRead<T>(read: () => Promise<T>) {
  let last: { atMs: number; answer: Promise<T> } | undefined
  return {
    within(maxAgeMs: number): Promise<T> {
      const atMs = performance.now()
      if (last && atMs - last.atMs < maxAgeMs) return last.answer
      const answer = read()
      last = { atMs, answer }
      answer.catch(() => {
        if (last?.answer === answer) last = undefined
      })
      return answer
    },

    /** Has the next caller ask. */
    forget(): void {
      last = undefined
    },
  }
}
