import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type Claim,
  isProven,
  verifiedRound,
} from '#core/fairness/verified-round.ts'
import { type GoldenFile, madeAgain } from '#core/schemas/golden-file.ts'

// Runs in a browser; verifier-script.ts builds it.

/** Golden vectors as this browser makes them. */
export function goldenHere(golden: GoldenFile): GoldenFile {
  return madeAgain(nobleHashes, golden)
}

/** How many rounds this browser verifies a second, one after the other. */
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
