import { max, sql } from 'drizzle-orm'
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
  getEpoch,
  getFirstNonce,
  isNextRootDue,
} from '#core/fairness/epoch.ts'
import { toHex } from '#core/fairness/hashes.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'
import { Refusal } from '#core/refusals.ts'
import { inChunks } from '../../platform/batches.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Epoch, epochProofs } from './epoch-proofs.ts'
import {
  type ClientSeedRow,
  createFairnessStore,
  type EpochRow,
  type LineageRow,
  type PlayStateRow,
} from './fairness.store.ts'
import {
  clientSeeds,
  fairnessEpochs,
  seedLineages,
  streamKeys,
} from './fairness.table.ts'
import { type StreamKeyRow, streamKeyBox } from './stream-keys.ts'

const SERVER_MADE_SEED_BYTES = 8
/** Batch size: players who get new keys in one statement. */
const RENEWED_AT_ONCE = 1_000

export type PlayState = Omit<PlayStateRow, 'clientSeed' | 'key' | 'root'> & {
  clientSeed: Pick<ClientSeedRow, 'id' | 'seed'>
  streamKey: Uint8Array
  /** First nonce drawn from this key. */
  firstNonce: number
  /** True if the server knew both seeds before the bet. */
  weaker: boolean
  /** True if the root of the epoch is public, before which nothing is drawn. */
  isPublished: boolean
}

type SeededRound = { userId: string; nonce: number; clientSeedId: number }

export type FairnessService = ReturnType<typeof createFairnessService>

export type FairnessPlatform = Pick<
  Platform,
  'box' | 'clock' | 'db' | 'entropy' | 'hashes'
>

export function createFairnessService(platform: FairnessPlatform) {
  const { clock, db, entropy, hashes } = platform
  const store = createFairnessStore(db)
  const keys = streamKeyBox(platform.box, entropy)
  const proofs = epochProofs(hashes)

  async function readPlayStateRow(userId: string): Promise<PlayStateRow> {
    const [row] = await store.findPlayStates([userId])
    if (!row) throw new Refusal('signed_out')
    return row
  }

  const urgentRoot = async (epoch: Epoch) => proofs.computeRoot(epoch)

  /** Returns an epoch. Publishes it first if it isn't public yet. */
  async function ensurePublished(
    { userId, key }: PlayStateRow,
    epoch: number,
    rootOf = urgentRoot,
  ): Promise<EpochRow> {
    const known = await store.findEpoch(userId, epoch)
    if (known) return known
    const root = await rootOf({
      player: userId,
      streamKey: keys.open(key),
      epoch,
    })
    const row = { userId, epoch, root, publishedAt: clock() }
    await store.addEpoch(row)
    // Another process may have published it first.
    return (await store.findEpoch(userId, epoch)) ?? row
  }

  /** Publishes the next epoch before its first round, without delaying bets. */
  async function publishNextEpoch(
    row: PlayStateRow,
  ): Promise<EpochRow | undefined> {
    if (!isNextRootDue(row.nonce)) return undefined
    return ensurePublished(row, getEpoch(row.nonce) + 1, async (epoch) => {
      const { tree } = await proofs.buildProof(epoch)
      return tree.root
    })
  }

  /** Gives players new stream keys and client seeds from an epoch on. */
  async function giveSeeds(
    tx: Transaction,
    userIds: readonly string[],
    epoch: number,
  ): Promise<StreamKeyRow[]> {
    const made = userIds.map((userId) =>
      keys.make({ userId, fromEpoch: epoch }),
    )
    await tx.insert(streamKeys).values(made)
    const seeds = userIds.map((userId) => {
      const seed = toHex(entropy(SERVER_MADE_SEED_BYTES))
      return { userId, epoch, seed, setBy: 'server', setAt: clock() } as const
    })
    await tx.insert(clientSeeds).values(seeds)
    return made
  }

  async function readSeeds({ userId, nonce, clientSeedId }: SeededRound) {
    const [key, clientSeed] = await Promise.all([
      store.findStreamKey(userId, getEpoch(nonce)),
      store.findClientSeed(clientSeedId),
    ])
    const weaker = isWeaker(clientSeed, getEpoch(nonce))
    return { streamKey: keys.open(key), clientSeed, weaker }
  }

  return {
    readSeeds,

    /** Gives a new player a stream key, first root and client seed. */
    async enroll(tx: Transaction, userId: string): Promise<void> {
      const [key] = await giveSeeds(tx, [userId], 0)
      assert(key !== undefined, 'a player gets a stream key')
      const owned = { player: userId, streamKey: keys.open(key), epoch: 0 }
      const root = proofs.computeRoot(owned)
      await store.addEpoch({ userId, epoch: 0, root, publishedAt: clock() }, tx)
    },

    /** Returns the current lineage and the restore that began it. */
    async lineage(): Promise<{ id: string; restore: Restore | undefined }> {
      const row = await store.findLineage()
      return { id: row.id, restore: toRestore(row) }
    },

    /**
     * Begins a new lineage. Moves every player to the start of an epoch without
     * any published seed, with a new stream key and then a new client seed.
     * Earlier rounds keep the key that they were drawn from.
     */
    async renewAll(tx: Transaction, reason: string): Promise<LineageRow> {
      const newest = tx
        .select({ last: max(fairnessEpochs.epoch) })
        .from(fairnessEpochs)
      const { last } = onlyRow(await newest)
      const firstEpoch = Math.max(
        epochAfterRestore(clock().getTime()),
        (last ?? -1) + 1,
      )
      await tx.execute(sql`SET LOCAL statement_timeout = 0`)
      // Row locks could deadlock with transactions that lock several players.
      await tx.execute(sql`LOCK TABLE users IN EXCLUSIVE MODE`)
      const { rows: players } = await tx.execute<{ id: string }>(
        sql`UPDATE users SET nonce = ${getFirstNonce(firstEpoch)},
              snapshot_version = snapshot_version + 1
            RETURNING id`,
      )
      const ids = players.map(({ id }) => id)
      for (const some of inChunks(ids, RENEWED_AT_ONCE))
        await giveSeeds(tx, some, firstEpoch)
      const lineage = { firstEpoch, reason }
      return onlyRow(await tx.insert(seedLineages).values(lineage).returning())
    },

    /**
     * Publishes each player's epoch before its first round, the next one in the
     * background.
     */
    async readPlayStates(
      userIds: readonly string[],
      { publish }: { publish: boolean },
    ): Promise<PlayState[]> {
      const rows = await store.findPlayStates(userIds)
      return Promise.all(
        rows.map(async (row) => {
          const { key, root, ...state } = row
          if (root === null && publish)
            await ensurePublished(row, getEpoch(row.nonce))
          // If it fails, the epoch's first round publishes it.
          if (publish) publishNextEpoch(row).catch(() => undefined)
          return {
            ...state,
            isPublished: root !== null || publish,
            streamKey: keys.open(key),
            firstNonce: getFirstNonce(key.fromEpoch),
            weaker: isWeaker(row.clientSeed, getEpoch(row.nonce)),
          }
        }),
      )
    },

    activeEpochs: store.findActiveEpochs,

    findClientSeeds: store.findClientSeeds,

    /** Returns the state that browsers pin and answer with a client seed. */
    async readState(userId: string): Promise<FairnessState> {
      const row = await readPlayStateRow(userId)
      const current = await ensurePublished(row, getEpoch(row.nonce))
      const next = await publishNextEpoch(row)
      const restore = toRestore(await store.findLineage(row.key.fromEpoch))
      const seed = deriveServerSeed(hashes, keys.open(row.key), row.nonce)
      return {
        player: userId,
        epoch: current.epoch,
        root: current.root,
        rootPublishedAt: current.publishedAt.toISOString(),
        ...(next && { next: { epoch: next.epoch, root: next.root } }),
        nonce: row.nonce,
        nextServerSeedHash: hashServerSeed(hashes, seed),
        clientSeed: row.clientSeed.seed,
        clientSeedSetAt: row.clientSeed.setAt.toISOString(),
        clientSeedBy: row.clientSeed.setBy,
        ...(restore && { restore }),
      }
    },

    /** Returns all commitments of a published epoch. @throws epoch_unknown */
    async commitments(
      userId: string,
      epoch: number,
    ): Promise<EpochCommitments> {
      const found = await store.findEpoch(userId, epoch)
      if (!found) throw new Refusal('epoch_unknown', { epoch })
      const streamKey = keys.open(await store.findStreamKey(userId, epoch))
      const owned = { player: userId, streamKey, epoch }
      const { commitments } = await proofs.buildProof(owned)
      const { root } = found
      const firstNonce = getFirstNonce(epoch)
      return { player: userId, epoch, root, firstNonce, commitments }
    },

    /**
     * Sets a player's seed for an epoch with a published root. Publishes no
     * root itself, which would then be younger than the seed.
     *
     * @throws other_player, signed_out, epoch_unknown
     */
    async setClientSeed(
      userId: string,
      { player = userId, clientSeed: seed, epoch }: ClientSeedRequest,
    ): Promise<void> {
      if (player !== userId) throw new Refusal('other_player')
      const { nonce } = await readPlayStateRow(userId)
      const isOver = epoch < getEpoch(nonce)
      const isPublished = await store.findEpoch(userId, epoch)
      if (isOver || !isPublished) throw new Refusal('epoch_unknown', { epoch })
      await db.transaction(async (tx) => {
        const setAt = clock()
        await tx
          .insert(clientSeeds)
          .values({ userId, epoch, seed, setBy: 'player', setAt })
        await store.outdateSnapshot(tx, userId)
      })
    },

    outdateSnapshot: store.outdateSnapshot,

    /**
     * Returns a round's seeds, and the proof of them, which alone reveals none.
     */
    async readEvidence(round: SeededRound) {
      const { userId, nonce } = round
      const epoch = getEpoch(nonce)
      const [{ streamKey, clientSeed, weaker }, found] = await Promise.all([
        readSeeds(round),
        store.findEpoch(userId, epoch),
      ])
      assert(found !== undefined, 'epochs are published before their rounds')
      const serverSeed = deriveServerSeed(hashes, streamKey, nonce)
      const owned = { player: userId, streamKey, epoch }
      const { tree } = await proofs.buildProof(owned)
      return {
        seeds: { serverSeed, clientSeed: clientSeed.seed },
        proof: {
          serverSeedHash: hashServerSeed(hashes, serverSeed),
          weaker,
          epoch,
          epochRoot: found.root,
          epochPath: tree.path(nonce % EPOCH_SIZE),
        },
      }
    },
  }
}

/**
 * True if the seed could have been known when the root was chosen. Players set
 * seeds for epochs with published roots, so theirs are younger even if clocks
 * differ; a seed set for an earlier epoch counts as older.
 */
function isWeaker({ setBy, epoch: setFor }: ClientSeedRow, epoch: number) {
  return setBy === 'server' || setFor < epoch
}

function toRestore(lineage: LineageRow): Restore | undefined {
  const { firstEpoch: epoch, startedAt, reason } = lineage
  if (reason === null) return undefined
  return { epoch, at: startedAt.toISOString(), reason }
}
