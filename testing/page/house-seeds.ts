import type { Seeds } from '#core/fairness/draws.ts'
import {
  EPOCH_SIZE,
  epochOf,
  epochTree,
  firstNonceOf,
} from '#core/fairness/epoch.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'

export const TIME = '2026-03-01T12:00:00.000Z'

export type ClientSeed = {
  seed: string
  by: 'player' | 'server'
  setAt: string
}

/** A round's number and the client seed that it was started with. */
type Seeded = { nonce: number; clientSeed: ClientSeed }

const TREES_KEPT_MAX = 50
// Shared by all tests of a worker: an epoch takes a tenth of a second to hash.
const commitmentLists = new Map<string, readonly string[]>()
const trees = new Map<string, MerkleTree>()

/** The seeds of the test server's player, and the promises about them. */
export class HouseSeeds {
  readonly #streamKey: Uint8Array
  readonly #player: string
  readonly #seeds = new Map<number, ClientSeed>()
  #seedsSet = 0

  constructor(streamKey: Uint8Array, player: string) {
    this.#streamKey = streamKey
    this.#player = player
  }

  setClientSeed(epoch: number, seed: string): void {
    this.#seedsSet += 1
    const setAt = new Date(Date.parse(TIME) + this.#seedsSet).toISOString()
    this.#seeds.set(epoch, { seed, by: 'player', setAt })
  }

  clientSeedIn(epoch: number): ClientSeed {
    const own = { seed: `server-${epoch}`, by: 'server', setAt: TIME } as const
    return this.#seeds.get(epoch) ?? own
  }

  of({ nonce, clientSeed: { seed: clientSeed } }: Seeded): Seeds {
    return { serverSeed: this.#serverSeedAt(nonce), clientSeed, nonce }
  }

  commitmentAt(nonce: number): string {
    return commitmentOf(nobleHashes, this.#serverSeedAt(nonce))
  }

  evidence({ nonce, clientSeed }: Seeded) {
    const epoch = epochOf(nonce)
    const { tree, root } = this.epoch(epoch)
    return {
      player: this.#player,
      serverSeedHash: this.commitmentAt(nonce),
      epoch,
      epochRoot: root,
      epochPath: tree.path(nonce % EPOCH_SIZE),
      weaker: clientSeed.by === 'server',
    }
  }

  /** An epoch's commitments, its tree and its root. */
  epoch(epoch: number) {
    const commitments = this.#commitmentsIn(epoch)
    const key = `${toHex(this.#streamKey)}/${epoch}/${this.#player}`
    const id = { player: this.#player, epoch }
    const tree = trees.get(key) ?? epochTree(nobleHashes, id, commitments)
    if (trees.size === TREES_KEPT_MAX) trees.clear()
    trees.set(key, tree)
    return { commitments: [...commitments], tree, root: tree.root }
  }

  #commitmentsIn(epoch: number): readonly string[] {
    const key = `${toHex(this.#streamKey)}/${epoch}`
    const first = firstNonceOf(epoch)
    const commitments =
      commitmentLists.get(key) ??
      Array.from({ length: EPOCH_SIZE }, (_, index) =>
        this.commitmentAt(first + index),
      )
    commitmentLists.set(key, commitments)
    return commitments
  }

  #serverSeedAt(nonce: number): string {
    return serverSeedOf(nobleHashes, this.#streamKey, nonce)
  }
}
