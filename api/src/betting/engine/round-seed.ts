import type { Hashes } from '#core/fairness/hashes.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'

/** A round's secret, and the promise made of it. */
export type RoundSeed = { serverSeed: string; commitment: string }

export function roundSeed(
  hashes: Hashes,
  { streamKey }: { streamKey: Uint8Array },
  nonce: number,
): RoundSeed {
  const serverSeed = serverSeedOf(hashes, streamKey, nonce)
  return { serverSeed, commitment: commitmentOf(hashes, serverSeed) }
}
