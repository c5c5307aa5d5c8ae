import { LRUCache } from 'lru-cache'
import { EPOCH_SIZE, epochTree, firstNonceOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'

/** A tree with its commitments takes some 300 kB. */
const PROOFS_KEPT = 64

/** All commitments of a player's epoch and the tree over them. */
export type EpochProof = { commitments: string[]; tree: MerkleTree }

export type EpochProofs = ReturnType<typeof epochProofs>

/** Computes epochs from stream keys, keeping the latest: each is 5000 hashes. */
export function epochProofs(hashes: Hashes) {
  const kept = new LRUCache<string, EpochProof>({ max: PROOFS_KEPT })

  return function proofOf(
    player: string,
    streamKey: Uint8Array,
    epoch: number,
  ): EpochProof {
    const name = `${player}:${epoch}`
    const known = kept.get(name)
    if (known) return known
    const first = firstNonceOf(epoch)
    const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
      commitmentOf(hashes, serverSeedOf(hashes, streamKey, first + index)),
    )
    const tree = epochTree(hashes, { player, epoch }, commitments)
    const proof = { commitments, tree }
    kept.set(name, proof)
    return proof
  }
}
