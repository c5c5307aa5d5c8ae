import type { Seeds } from '#core/fairness/draws.ts'
import {
  EPOCH_SIZE,
  epochTree,
  getEpoch,
  getFirstNonce,
} from '#core/fairness/epoch.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'

export const TIME = '2026-03-01T12:00:00.000Z'

export type ClientSeed = {
  seed: string
  by: 'player' | 'server'
  setAt: string
}

/** A round's nonce and the client seed that it was started with. */
type SeededRound = { nonce: number; clientSeed: ClientSeed }

const EPOCHS_KEPT_MAX = 50
/** Shared by all tests of a worker: an epoch takes a tenth of a second to hash. */
const epochs = new Map<string, { commitments: string[]; tree: MerkleTree }>()

/** Derives the seeds of the test server's player, and their commitments. */
export function playerSeeds(streamKey: Uint8Array, player: string) {
  const clientSeeds = new Map<number, ClientSeed>()
  let seedsSet = 0

  const getServerSeed = (nonce: number) =>
    deriveServerSeed(nobleHashes, streamKey, nonce)
  const getCommitment = (nonce: number) =>
    hashServerSeed(nobleHashes, getServerSeed(nonce))

  function hashedEpoch(epoch: number) {
    const first = getFirstNonce(epoch)
    const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
      getCommitment(first + index),
    )
    const tree = epochTree(nobleHashes, { player, epoch }, commitments)
    return { commitments, tree }
  }

  /** Returns an epoch's commitments, its tree and its root. */
  function createEpoch(epoch: number) {
    const key = `${toHex(streamKey)}/${epoch}/${player}`
    const { commitments, tree } = epochs.get(key) ?? hashedEpoch(epoch)
    if (epochs.size === EPOCHS_KEPT_MAX) epochs.clear()
    epochs.set(key, { commitments, tree })
    return { commitments: [...commitments], tree, root: tree.root }
  }

  return {
    getCommitment,
    createEpoch,

    setClientSeed(epoch: number, seed: string): void {
      seedsSet += 1
      const setAt = new Date(Date.parse(TIME) + seedsSet).toISOString()
      clientSeeds.set(epoch, { seed, by: 'player', setAt })
    },

    clientSeedIn: (epoch: number): ClientSeed =>
      clientSeeds.get(epoch) ?? {
        seed: `server-${epoch}`,
        by: 'server',
        setAt: TIME,
      },

    getSeeds: ({ nonce, clientSeed }: SeededRound): Seeds => ({
      serverSeed: getServerSeed(nonce),
      clientSeed: clientSeed.seed,
      nonce,
    }),

    /** Returns the part of a round's record that proves its seeds. */
    evidence({ nonce, clientSeed }: SeededRound) {
      const epoch = getEpoch(nonce)
      const { tree, root } = createEpoch(epoch)
      return {
        player,
        serverSeedHash: getCommitment(nonce),
        epoch,
        epochRoot: root,
        epochPath: tree.path(nonce % EPOCH_SIZE),
        weaker: clientSeed.by === 'server',
      }
    },
  }
}
