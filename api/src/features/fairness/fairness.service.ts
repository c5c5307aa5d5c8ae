import { LRUCache } from 'lru-cache'
import { DomainError } from '#core/errors.ts'
import {
  EPOCH_SIZE,
  epochOf,
  epochTree,
  firstNonceOf,
  ROOT_LEAD,
} from '#core/fairness/epoch.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import type { MerkleTree } from '#core/fairness/merkle.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type {
  ClientSeedRequest,
  EpochCommitments,
  FairnessState,
} from '#core/schemas/fairness.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type {
  ClientSeedRow,
  EpochRow,
  FairnessStore,
  StandingRow,
} from './fairness.store.ts'

const STREAM_KEY_BYTES = 32
const SERVER_MADE_SEED_BYTES = 8
/** A tree with its commitments takes some 300 kB. */
const TREES_KEPT = 64

/** A player's epoch: all its commitments and the tree over them. */
type EpochProof = { commitments: string[]; tree: MerkleTree }

/** What a player's next rounds are decided from. */
export type Standing = {
  userId: string
  streamKey: Uint8Array
  balance: number
  nonce: number
  seatVersion: number
  clientSeed: { id: number; seed: string }
  /** The house knew both seeds before the bet. */
  weaker: boolean
}

export type FairnessService = ReturnType<typeof fairnessService>

export function fairnessService(deps: {
  db: Database
  store: FairnessStore
  hashes: Hashes
  box: SealedBox
  entropy: Entropy
  clock: Clock
}) {
  const { db, store, hashes, box, entropy, clock } = deps
  const proofs = new LRUCache<string, EpochProof>({ max: TREES_KEPT })

  function unsealed(userId: string, sealedKey: Uint8Array): Uint8Array {
    return box.open(sealedKey, `stream-key:${userId}`)
  }

  function proofOf(userId: string, streamKey: Uint8Array, epoch: number) {
    const name = `${userId}:${epoch}`
    const known = proofs.get(name)
    if (known) return known
    const first = firstNonceOf(epoch)
    const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
      commitmentOf(hashes, serverSeedOf(hashes, streamKey, first + index)),
    )
    const tree = epochTree(hashes, { player: userId, epoch }, commitments)
    const proof = { commitments, tree }
    proofs.set(name, proof)
    return proof
  }

  function epochRow(userId: string, streamKey: Uint8Array, epoch: number) {
    const { tree } = proofOf(userId, streamKey, epoch)
    const root = toHex(tree.root)
    return { userId, epoch, root, publishedAt: clock() }
  }

  /** Publishes the roots that are due and gives them back as published. */
  async function dueEpochs({ userId, nonce, ...row }: StandingRow) {
    const current = epochOf(nonce)
    const due = [current]
    if (nonce >= firstNonceOf(current + 1) - ROOT_LEAD) due.push(current + 1)
    const known = await store.findEpochs(userId, due)
    if (known.length === due.length) return known
    const streamKey = unsealed(userId, row.sealedKey)
    for (const epoch of due.slice(known.length)) {
      await store.addEpoch(db, epochRow(userId, streamKey, epoch))
    }
    return store.findEpochs(userId, due)
  }

  async function standingRow(userId: string): Promise<StandingRow> {
    const [row] = await store.findStandings([userId])
    if (!row) throw new DomainError('not_found', 'There is no such player.')
    return row
  }

  return {
    /** Gives a new player their secret, first root and a server-made seed. */
    async enroll(tx: Transaction, userId: string): Promise<void> {
      const streamKey = entropy(STREAM_KEY_BYTES)
      const sealed = box.seal(streamKey, `stream-key:${userId}`)
      await store.addStreamKey(tx, userId, sealed)
      const epoch = epochRow(userId, streamKey, 0)
      await store.addEpoch(tx, epoch)
      await store.addClientSeed(tx, {
        userId,
        epoch: 0,
        seed: toHex(entropy(SERVER_MADE_SEED_BYTES)),
        setBy: 'server',
        setAt: epoch.publishedAt,
      })
    },

    /** Where players' play stands, by id; publishes an epoch's root first. */
    async standings(userIds: readonly string[]): Promise<Standing[]> {
      const rows = await store.findStandings(userIds)
      return Promise.all(
        rows.map(async (row) => {
          const { userId, balance, nonce, seatVersion, clientSeed } = row
          const epoch = row.epoch ?? (await dueEpochs(row))[0]
          return {
            userId,
            streamKey: unsealed(userId, row.sealedKey),
            balance,
            nonce,
            seatVersion,
            clientSeed,
            weaker: isWeaker(clientSeed, epoch),
          }
        }),
      )
    },

    /** What the player's browser pins and answers with a client seed. */
    async state(userId: string): Promise<FairnessState> {
      const row = await standingRow(userId)
      const [epoch, next] = await dueEpochs(row)
      if (!epoch) throw new Error('a due epoch was published')
      const streamKey = unsealed(userId, row.sealedKey)
      const seed = serverSeedOf(hashes, streamKey, row.nonce)
      return {
        epoch: epoch.epoch,
        root: epoch.root,
        rootPublishedAt: epoch.publishedAt.toISOString(),
        ...(next && { next: { epoch: next.epoch, root: next.root } }),
        nonce: row.nonce,
        nextServerSeedHash: commitmentOf(hashes, seed),
        clientSeed: row.clientSeed.seed,
        clientSeedSetAt: row.clientSeed.setAt.toISOString(),
        clientSeedBy: row.clientSeed.setBy,
      }
    },

    /** All commitments of a published epoch. @throws epoch_unknown */
    async commitments(
      userId: string,
      epoch: number,
    ): Promise<EpochCommitments> {
      const [published] = await store.findEpochs(userId, [epoch])
      if (!published) throw unknownEpoch(epoch)
      const sealedKey = await store.findSealedKey(userId)
      const streamKey = unsealed(userId, sealedKey)
      const { commitments } = proofOf(userId, streamKey, epoch)
      const { root } = published
      return { epoch, root, firstNonce: firstNonceOf(epoch), commitments }
    },

    /** Takes the player's seed for an epoch whose root is out. @throws epoch_unknown */
    async setClientSeed(
      userId: string,
      { clientSeed, epoch }: ClientSeedRequest,
    ): Promise<void> {
      const published = await dueEpochs(await standingRow(userId))
      if (!published.some((known) => known.epoch === epoch)) {
        throw unknownEpoch(epoch)
      }
      await db.transaction(async (tx) => {
        const setAt = clock()
        const seed = clientSeed
        await store.addClientSeed(tx, {
          userId,
          epoch,
          seed,
          setBy: 'player',
          setAt,
        })
        await store.bumpSeat(tx, userId)
      })
    },

    /** All that proves one finished round's seeds. */
    async evidence(round: {
      userId: string
      nonce: number
      clientSeedId: number
    }) {
      const { userId, nonce, clientSeedId } = round
      const epoch = epochOf(nonce)
      const [sealedKey, clientSeed, [published]] = await Promise.all([
        store.findSealedKey(userId),
        store.findClientSeed(clientSeedId),
        store.findEpochs(userId, [epoch]),
      ])
      const streamKey = unsealed(userId, sealedKey)
      const serverSeed = serverSeedOf(hashes, streamKey, nonce)
      const { tree } = proofOf(userId, streamKey, epoch)
      return {
        serverSeed,
        serverSeedHash: commitmentOf(hashes, serverSeed),
        clientSeed: clientSeed.seed,
        weaker: isWeaker(clientSeed, published),
        epoch,
        epochRoot: published?.root ?? '',
        epochPath: tree.path(nonce % EPOCH_SIZE).map(toHex),
      }
    },
  }
}

/** A seed older than the root could have been known when the root was chosen. */
function isWeaker(
  clientSeed: ClientSeedRow,
  epoch: Pick<EpochRow, 'publishedAt'> | undefined,
): boolean {
  if (clientSeed.setBy === 'server' || !epoch) return true
  return clientSeed.setAt <= epoch.publishedAt
}

function unknownEpoch(epoch: number): DomainError {
  return new DomainError(
    'epoch_unknown',
    `The root of epoch ${epoch} is not published.`,
  )
}
