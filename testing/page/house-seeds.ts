import type { Seeds } from '#core/fairness/draws.ts'
import {
  EPOCH_SIZE,
  epochOf,
  epochTree,
  firstNonceOf,
} from '#core/fairness/epoch.ts'
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

/** The seeds of the test house's player, and what is promised of them. */
export class HouseSeeds {
  readonly #streamKey: Uint8Array
  readonly #player: string
  readonly #seeds = new Map<number, ClientSeed>()
  readonly #epochs = new Map<number, ReturnType<HouseSeeds['plan']>>()
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

  epoch(epoch: number) {
    const known = this.#epochs.get(epoch) ?? this.plan(epoch)
    this.#epochs.set(epoch, known)
    return known
  }

  /** An epoch's commitments, its tree and its root. */
  plan(epoch: number) {
    const first = firstNonceOf(epoch)
    const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
      this.commitmentAt(first + index),
    )
    const id = { player: this.#player, epoch }
    const tree = epochTree(nobleHashes, id, commitments)
    return { commitments, tree, root: tree.root }
  }

  #serverSeedAt(nonce: number): string {
    return serverSeedOf(nobleHashes, this.#streamKey, nonce)
  }
}
