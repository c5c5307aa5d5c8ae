import { setImmediate as loopTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { EPOCH_SIZE, epochTree, getFirstNonce } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'

/** Each tree with its commitments takes about 300 kB. */
const PROOFS_CACHED = 128
/** Commitments per turn of the event loop: a third of a millisecond. */
const SLICE = 256

export type Epoch = { player: string; streamKey: Uint8Array; epoch: number }

/** All commitments of a player's epoch and the tree over them. */
type EpochProof = { commitments: string[]; tree: MerkleTree }

/** Computes epochs from stream keys: 5000 hashes each. */
export function epochProofs(hashes: Hashes) {
  const cache = new LRUCache<string, Promise<EpochProof>>({
    max: PROOFS_CACHED,
  })
  let last: Promise<unknown> = Promise.resolve()

  function slice({ streamKey, epoch }: Epoch, from: number, size: number) {
    const first = getFirstNonce(epoch) + from
    return Array.from({ length: size }, (_, index) =>
      hashServerSeed(
        hashes,
        deriveServerSeed(hashes, streamKey, first + index),
      ),
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
    /** Computes a root synchronously: the player's next round waits for it. */
    computeRoot(epoch: Epoch): string {
      return epochTree(hashes, epoch, slice(epoch, 0, EPOCH_SIZE)).root
    },

    /**
     * Builds and caches one epoch at a time, in slices that don't delay bets.
     */
    buildProof(epoch: Epoch): Promise<EpochProof> {
      const name = `${epoch.player}:${epoch.epoch}`
      const known = cache.get(name)
      if (known) return known
      const proof = last.then(() => build(epoch))
      last = proof
      cache.set(name, proof)
      return proof
    },
  }
}
