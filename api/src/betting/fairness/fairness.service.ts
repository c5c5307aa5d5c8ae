import type {
  ClientSeedRequest,
  EpochCommitments,
  FairnessState,
  Restore,
} from '#core/api/fairness.ts'
import { assert } from '#core/assert.ts'
import {
  EPOCH_SIZE,
  epochAfterRestore,
  epochOf,
  firstNonceOf,
  ROOT_LEAD,
} from '#core/fairness/epoch.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import { type DayOfPlay, dayNumber } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import type { ActiveEpoch } from '../../ledger/anchors/anchor-leaves.ts'
import { chunksOf } from '../../platform/batches.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { EpochProofs } from './epoch-proofs.ts'
import type {
  ClientSeedRow,
  EpochRow,
  FairnessStore,
  LineageRow,
  StandingRow,
} from './fairness.store.ts'
import type { StreamKeys } from './stream-keys.ts'

const SERVER_MADE_SEED_BYTES = 8
/** Batch size: players who get new keys in one statement. */
const RENEWED_AT_ONCE = 1_000

/** What a player's next rounds are decided from. */
export type Standing = {
  userId: string
  streamKey: Uint8Array
  /** First nonce drawn from this key. */
  firstNonce: number
  balance: number
  nonce: number
  snapshotVersion: number
  /** The last day that the player played on. */
  day: DayOfPlay
  clientSeed: { id: number; seed: string }
  /** The house knew both seeds before the bet. */
  weaker: boolean
}

const EPOCHS_A_PAGE = 5_000

type SeededRound = { userId: string; nonce: number; clientSeedId: number }

type FairnessDeps = {
  db: Database
  store: FairnessStore
  hashes: Hashes
  keys: StreamKeys
  proofs: EpochProofs
  entropy: Entropy
  clock: Clock
}

/** What players are shown of their seeds, and what rounds are decided from. */
export class FairnessService {
  readonly #deps: FairnessDeps

  constructor(deps: FairnessDeps) {
    this.#deps = deps
  }

  /** Gives a new player their secret, first root and a server-made seed. */
  async enroll(tx: Transaction, userId: string): Promise<void> {
    const { store, keys } = this.#deps
    const streamKey = keys.make()
    const sealed = keys.seal({ userId, fromEpoch: 0 }, streamKey)
    await store.addStreamKeys(tx, [sealed])
    const epoch = this.#epochRow(userId, streamKey, 0)
    await store.addEpoch(epoch, tx)
    await store.addClientSeeds(tx, [this.#serverMadeSeed(userId, 0)])
  }

  /** Returns the current lineage and the restore that began it. */
  async lineage(): Promise<{ id: string; restore: Restore | undefined }> {
    const row = await this.#deps.store.findLineage()
    return { id: row.id, restore: restoreOf(row) }
  }

  /**
   * Begins a new lineage. Moves every player to the start of an epoch without
   * any published seed, with a new stream key and then a new client seed.
   * Earlier rounds keep the key that they were drawn from.
   */
  async renewAll(tx: Transaction, reason: string): Promise<LineageRow> {
    const { store, keys, clock } = this.#deps
    const firstEpoch = Math.max(
      epochAfterRestore(clock().getTime()),
      (await store.lastEpoch(tx)) + 1,
    )
    const players = await store.moveAllTo(tx, firstEpoch)
    for (const portion of chunksOf(players, RENEWED_AT_ONCE)) {
      const sealed = portion.map((userId) =>
        keys.seal({ userId, fromEpoch: firstEpoch }, keys.make()),
      )
      await store.addStreamKeys(tx, sealed)
      const seeds = portion.map((id) => this.#serverMadeSeed(id, firstEpoch))
      await store.addClientSeeds(tx, seeds)
    }
    return store.addLineage(tx, { firstEpoch, reason })
  }

  /**
   * Where players' play stands; publishes an epoch's root before its first
   * round.
   */
  async standings(userIds: readonly string[]): Promise<Standing[]> {
    const { store, keys } = this.#deps
    const rows = await store.findStandings(userIds)
    return Promise.all(
      rows.map(async (row) => {
        const { key, epoch: published, ...standing } = row
        if (!published) await this.#dueEpochs(row)
        return {
          ...standing,
          streamKey: keys.open(key),
          firstNonce: firstNonceOf(key.fromEpoch),
          weaker: isWeaker(row.clientSeed, epochOf(row.nonce)),
        }
      }),
    )
  }

  /**
   * Published epochs of those who have played since a time, or ever: the ones
   * to be played in, and those published since. A page in the order of player
   * and epoch; the last one is empty.
   */
  activeEpochs({
    since,
    after,
  }: {
    since: Date | undefined
    after: Pick<ActiveEpoch, 'player' | 'epoch'> | undefined
  }): Promise<ActiveEpoch[]> {
    return this.#deps.store.findActiveEpochs(
      { since, day: since ? dayNumber(since.getTime()) : 0 },
      { after, limit: EPOCHS_A_PAGE },
    )
  }

  /** Every client seed that a player ever had, the first one first. */
  clientSeedsOf(userId: string): Promise<ClientSeedRow[]> {
    return this.#deps.store.findClientSeedsOf(userId)
  }

  /** What the player's browser pins and answers with a client seed. */
  async state(userId: string): Promise<FairnessState> {
    const { hashes, keys, store } = this.#deps
    const row = await this.#standing(userId)
    const { current, next } = await this.#dueEpochs(row)
    const streamKey = keys.open(row.key)
    const restore = restoreOf(await store.findLineageFrom(row.key.fromEpoch))
    const seed = serverSeedOf(hashes, streamKey, row.nonce)
    return {
      player: userId,
      epoch: current.epoch,
      root: current.root,
      rootPublishedAt: current.publishedAt.toISOString(),
      ...(next && { next: { epoch: next.epoch, root: next.root } }),
      nonce: row.nonce,
      nextServerSeedHash: commitmentOf(hashes, seed),
      clientSeed: row.clientSeed.seed,
      clientSeedSetAt: row.clientSeed.setAt.toISOString(),
      clientSeedBy: row.clientSeed.setBy,
      ...(restore && { restore }),
    }
  }

  /** All commitments of a published epoch. @throws epoch_unknown */
  async commitments(userId: string, epoch: number): Promise<EpochCommitments> {
    const { store, keys, proofs } = this.#deps
    const published = await store.findEpoch(userId, epoch)
    if (!published) throw new Refusal('epoch_unknown', { epoch })
    const streamKey = keys.open(await store.findStreamKey(userId, epoch))
    const owned = { player: userId, streamKey, epoch }
    const { commitments } = await proofs.proofOf(owned)
    const { root } = published
    const firstNonce = firstNonceOf(epoch)
    return { player: userId, epoch, root, firstNonce, commitments }
  }

  /**
   * Takes the player's seed for an epoch whose root is out. A seed that comes
   * before its root publishes none: the root would be younger than the seed.
   *
   * @throws epoch_unknown, forbidden
   */
  async setClientSeed(
    userId: string,
    { player = userId, clientSeed: seed, epoch }: ClientSeedRequest,
  ): Promise<void> {
    if (player !== userId) throw new Refusal('other_player')
    const { db, store, clock } = this.#deps
    const { nonce } = await this.#standing(userId)
    const isOver = epoch < epochOf(nonce)
    const isOut = await store.findEpoch(userId, epoch)
    if (isOver || !isOut) throw new Refusal('epoch_unknown', { epoch })
    await db.transaction(async (tx) => {
      const setAt = clock()
      const row = { userId, epoch, seed, setBy: 'player', setAt } as const
      await store.addClientSeeds(tx, [row])
      await store.outdateSnapshot(tx, userId)
    })
  }

  /** Has bets that were decided before the end of `tx` decided anew. */
  outdateSnapshot(tx: Transaction, userId: string): Promise<void> {
    return this.#deps.store.outdateSnapshot(tx, userId)
  }

  /** What a round was drawn from, for when it is over. */
  async drawnFrom({ userId, nonce, clientSeedId }: SeededRound) {
    const { store, keys } = this.#deps
    const [key, clientSeed] = await Promise.all([
      store.findStreamKey(userId, epochOf(nonce)),
      store.findClientSeed(clientSeedId),
    ])
    return {
      streamKey: keys.open(key),
      clientSeed,
      weaker: isWeaker(clientSeed, epochOf(nonce)),
    }
  }

  /**
   * A round's seeds, for when it is over, and the proof that they were fixed
   * before it, which tells nothing of them.
   */
  async evidence(round: SeededRound) {
    const { store, hashes, proofs } = this.#deps
    const { userId, nonce } = round
    const epoch = epochOf(nonce)
    const [{ streamKey, clientSeed, weaker }, published] = await Promise.all([
      this.drawnFrom(round),
      store.findEpoch(userId, epoch),
    ])
    assert(published !== undefined, "a round's epoch was published before it")
    const serverSeed = serverSeedOf(hashes, streamKey, nonce)
    const owned = { player: userId, streamKey, epoch }
    const { tree } = await proofs.proofOf(owned)
    return {
      seeds: { serverSeed, clientSeed: clientSeed.seed },
      proof: {
        serverSeedHash: commitmentOf(hashes, serverSeed),
        weaker,
        epoch,
        epochRoot: published.root,
        epochPath: tree.path(nonce % EPOCH_SIZE),
      },
    }
  }

  async #standing(userId: string): Promise<StandingRow> {
    const [row] = await this.#deps.store.findStandings([userId])
    if (!row) throw new Refusal('signed_out')
    return row
  }

  /**
   * The current epoch, and the next from {@link ROOT_LEAD} rounds before it on.
   */
  async #dueEpochs(row: StandingRow) {
    const epoch = epochOf(row.nonce)
    const isNextDue = row.nonce >= firstNonceOf(epoch + 1) - ROOT_LEAD
    const current = await this.#published(row, epoch)
    const next = isNextDue ? await this.#published(row, epoch + 1) : undefined
    return { current, next }
  }

  /** An epoch as it was published; publishes it when it was not yet. */
  async #published(
    { userId, key }: StandingRow,
    epoch: number,
  ): Promise<EpochRow> {
    const { store, keys } = this.#deps
    const known = await store.findEpoch(userId, epoch)
    if (known) return known
    const row = this.#epochRow(userId, keys.open(key), epoch)
    await store.addEpoch(row)
    // Another process may have been first: what it published counts.
    return (await store.findEpoch(userId, epoch)) ?? row
  }

  #serverMadeSeed(userId: string, epoch: number): Omit<ClientSeedRow, 'id'> {
    const { clock, entropy } = this.#deps
    const seed = toHex(entropy(SERVER_MADE_SEED_BYTES))
    return { userId, epoch, seed, setBy: 'server', setAt: clock() }
  }

  #epochRow(userId: string, streamKey: Uint8Array, epoch: number): EpochRow {
    const { proofs, clock } = this.#deps
    const root = proofs.rootOf({ player: userId, streamKey, epoch })
    return { userId, epoch, root, publishedAt: clock() }
  }
}

/**
 * A seed older than the root could have been known when the root was chosen. A
 * player sets one for an epoch whose root is out: that one is younger, whatever
 * the clocks of two processes say. One set for an earlier epoch counts as
 * older.
 */
function isWeaker({ setBy, epoch: setFor }: ClientSeedRow, epoch: number) {
  return setBy === 'server' || setFor < epoch
}

function restoreOf(lineage: LineageRow | undefined): Restore | undefined {
  if (!lineage || lineage.reason === null) return undefined
  const { firstEpoch: epoch, startedAt, reason } = lineage
  return { epoch, at: startedAt.toISOString(), reason }
}
