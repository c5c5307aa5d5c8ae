import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type Claim,
  isProven,
  verifiedRound,
} from '#core/fairness/verified-round.ts'
import { recordFailure } from '#core/schemas/verified-record.ts'

// Runs in a browser; verifier-script.ts builds it.

/** Returns the milliseconds to verify a race. */
export function raceVerifyMs(record: unknown, times: number): number {
  const startMs = performance.now()
  for (let time = 0; time < times; time += 1) {
    const failure = recordFailure(nobleHashes, record)
    if (failure) throw new Error(`The race is not proven: ${failure}`)
  }
  return (performance.now() - startMs) / times
}

/** Returns the rounds verified a second. */
export function roundsASecond(claims: readonly Claim[], forMs: number): number {
  const startMs = performance.now()
  let count = 0
  let tookMs = 0
  while (tookMs < forMs) {
    for (const claim of claims) {
      if (!isProven(verifiedRound(nobleHashes, claim))) {
        throw new Error(`The round of nonce ${claim.nonce} is not proven`)
      }
    }
    count += claims.length
    tookMs = performance.now() - startMs
  }
  return (count * 1_000) / tookMs
}
