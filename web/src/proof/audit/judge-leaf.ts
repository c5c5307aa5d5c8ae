import type { ClosedDay, LiabilityProof } from '#core/api/audit.ts'
import type { Transaction } from '#core/api/history.ts'
import { liabilityRoot } from '#core/audit/liabilities-tree.ts'
import { dayDigest } from '#core/audit/log-digest.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'

/** What a player's leaf does not hold to. */
export type LeafFailure = 'player' | 'history' | 'root' | 'digest' | 'published'

type Shown = {
  proof: LiabilityProof
  /** The player's own transaction that the leaf counts up to. */
  last: Pick<Transaction, 'seq' | 'balanceAfter'> | undefined
}

/**
 * Whether a player's own balance is in the published sum.
 *
 * @param published the day as everybody is shown it, where that is known.
 * @returns what does not hold; undefined where all of it does.
 */
export function leafFailure(
  { proof, last }: Shown,
  player: string,
  published: ClosedDay | undefined,
): LeafFailure | undefined {
  const { day, leaf } = proof
  if (leaf.player !== player || leaf.number !== day.number) return 'player'
  const { balanceAfter, seq } = last ?? { balanceAfter: 0, seq: 0 }
  if (leaf.seq !== seq || leaf.balance !== balanceAfter) return 'history'
  const root = liabilityRoot(nobleHashes, leaf, proof)
  if (root?.hash !== day.root || root.sum !== day.sum) return 'root'
  if (dayDigest(nobleHashes, day) !== day.digest) return 'digest'
  const isPublished = !published || published.digest === day.digest
  return isPublished ? undefined : 'published'
}
