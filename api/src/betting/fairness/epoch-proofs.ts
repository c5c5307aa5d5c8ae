import { setImmediate as loopTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { EPOCH_SIZE, epochTree, firstNonceOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'

/** A tree with its commitments takes some 300 kB. */
const PROOFS_KEPT = 128
/** Commitments made before others get their turn: a third of a millisecond. */
const SLICE = 256

/** Whose epoch, and the secret that all of it follows from. */
export type Epoch = { player: string; streamKey: Uint8Array; epoch: number }

/** All commitments of a player's epoch and the tree over them. */
export type EpochProof = { commitments: string[]; tree: MerkleTree }

export type EpochProofs = ReturnType<typeof epochProofs>

/** Computes epochs from stream keys: each is 5000 hashes. */
export function epochProofs(hashes: Hashes) {
  const kept = new LRUCache<string, Promise<EpochProof>>({ max: PROOFS_KEPT })
  let last: Promise<unknown> = Promise.resolve()

  function slice({ streamKey, epoch }: Epoch, from: number, size: number) {
    const first = firstNonceOf(epoch) + from
    return Array.from({ length: size }, (_, index) =>
      commitmentOf(hashes, serverSeedOf(hashes, streamKey, first + index)),
    )
  }

  async function build(epoch: Epoch): Promise<EpochProof> {
    const commitments: string[] = []
    while (commitments.length < EPOCH_SIZE) {
      await loopTurn()
      commitments.push(...slice(epoch, commitments.length, SLICE))
    }
    await loopTurn()
    return { commitments, tree: epochTree(hashes, epoch, commitments) }
  }

  return {
    /** At once and not kept: the root that a player's next round waits for. */
    rootOf(epoch: Epoch): string {
      return epochTree(hashes, epoch, slice(epoch, 0, EPOCH_SIZE)).root
    },

    /**
     * Anyone may ask, so no bet waits for it: one epoch is built at a time, a
     * slice a turn of the event loop, once for all who ask.
     */
    proofOf(epoch: Epoch): Promise<EpochProof> {
      const name = `${epoch.player}:${epoch.epoch}`
      const known = kept.get(name)
      if (known) return known
      const proof = last.then(() => build(epoch))
      last = proof
      kept.set(name, proof)
      return proof
    },
  }
}
