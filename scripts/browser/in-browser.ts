import { recordFailure } from '#core/evidence/verify.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'

// Runs in a browser; bench/verify.ts builds it.

/** Returns how many records this browser verifies a second. */
export function recordsASecond(
  records: readonly unknown[],
  forMs: number,
): number {
  const startMs = performance.now()
  let count = 0
  let tookMs = 0
  while (tookMs < forMs) {
    for (const record of records) {
      const failure = recordFailure(nobleHashes, record)
      if (failure) throw new Error(`A record is not proven: ${failure}`)
    }
    count += records.length
    tookMs = performance.now() - startMs
  }
  return (count * 1_000) / tookMs
}
