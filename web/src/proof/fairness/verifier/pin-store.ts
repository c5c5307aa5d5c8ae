import * as z from 'zod/mini'
import { getEpoch, getFirstNonce } from '#core/fairness/epoch.ts'
import {
  browserStorage,
  type KeyValueStorage,
  listKeys,
  readStored,
} from '../../../lib/key-value-storage.ts'

/** A root as first seen, and the player's next round at that moment. */
export type Pin = { root: string; fromNonce: number }

const pinnedBlock = z.strictObject({
  block: z.int(),
  blockHash: z.string(),
  /** Hash of its chain's block 0. */
  genesisHash: z.string(),
  /** The player's next round when it was seen. */
  fromNonce: z.int(),
})
/** A block with an anchored root, and the first round that is younger. */
export type PinnedBlock = z.infer<typeof pinnedBlock>

/** Origin of a client seed, as far as this browser knows. */
export type SeedOrigin = (typeof ORIGINS)[number]
const ORIGINS = ['here', 'player', 'server'] as const

const seedInterval = z.object({
  seed: z.string(),
  /** No round before this one can have had the seed. */
  from: z.int(),
  /** As the server showed it; undefined while it was only sent. */
  shown: z.optional(
    z.object({
      setAt: z.string(),
      /** The next round's nonces when it was shown first and last. */
      first: z.int(),
      last: z.int(),
    }),
  ),
})
/** When a client seed was in force, in nonces, as far as this browser knows. */
export type SeedInterval = z.infer<typeof seedInterval>

/**
 * Facts that this browser saw about one player's epochs. Each has its own key,
 * and what a proof rests on is written once, so two tabs can never undo each
 * other's: a pinned root stays pinned, a seed made here stays ours.
 */
export type PinStore = ReturnType<typeof createPinStore>

export function createPinStore(storage: KeyValueStorage, player: string) {
  const prefix = `fairness/${player}/`
  const toKey = (epoch: number, fact: string) => `${prefix}${epoch}/${fact}`
  const read = (epoch: number, fact: string) =>
    storage.getItem(toKey(epoch, fact))
  const getBet = (nonce: number) => read(getEpoch(nonce), `round/${nonce}`)

  function setOnce(key: string, value: string): void {
    if (storage.getItem(key) === null) storage.setItem(key, value)
  }

  return {
    pin(epoch: number): Pin | undefined {
      const [root, fromNonce] = read(epoch, 'root')?.split(' ') ?? []
      return root ? { root, fromNonce: Number(fromNonce) } : undefined
    },

    /** Stores the first root seen; a later one never replaces it. */
    setPin: (epoch: number, { root, fromNonce }: Pin) =>
      setOnce(toKey(epoch, 'root'), `${root} ${fromNonce}`),

    /** Returns the blocks of anchors that this browser saw. */
    blocks: (): PinnedBlock[] =>
      listKeys(storage)
        .filter((key) => key.startsWith(`${prefix}block/`))
        .flatMap((key) => readStored(storage, key, pinnedBlock) ?? []),

    /** Stores when a block was seen first; its hash can't be known before it. */
    pinBlock: (block: PinnedBlock) =>
      setOnce(`${prefix}block/${block.blockHash}`, JSON.stringify(block)),

    commitments: (epoch: number): string[] | undefined =>
      read(epoch, 'commitments')
        ?.match(/[0-9a-f]{64}/g)
        ?.slice(),

    setCommitments: (epoch: number, commitments: readonly string[]) =>
      setOnce(toKey(epoch, 'commitments'), commitments.join('')),

    seedOrigin(epoch: number, clientSeed: string): SeedOrigin | undefined {
      const text = read(epoch, `seed/${clientSeed}`)
      return ORIGINS.find((origin) => origin === text)
    },

    noteSeed: (epoch: number, clientSeed: string, origin: SeedOrigin) =>
      setOnce(toKey(epoch, `seed/${clientSeed}`), origin),

    /** Returns what the player typed here last, for the rest of this epoch. */
    typedSeed: (epoch: number) => read(epoch, 'typed'),

    noteTypedSeed: (epoch: number, clientSeed: string) =>
      storage.setItem(toKey(epoch, 'typed'), clientSeed),

    /** Returns an epoch's intervals in the order they began in. */
    seedIntervals: (epoch: number): SeedInterval[] =>
      readStored(storage, toKey(epoch, 'spells'), z.array(seedInterval)) ?? [],

    setSeedIntervals: (epoch: number, intervals: readonly SeedInterval[]) =>
      storage.setItem(toKey(epoch, 'spells'), JSON.stringify(intervals)),

    /** True once a seed made here was accepted for the epoch. */
    isSeeded: (epoch: number) => read(epoch, 'seeded') !== null,

    markSeeded: (epoch: number) => setOnce(toKey(epoch, 'seeded'), 'yes'),

    /** Returns the bet that used a nonce, as this browser saw it first. */
    getBet,

    /** Returns the nonce of a bet, in or next to the epoch of another nonce. */
    findNonce(bet: string, near: number): number | undefined {
      const epoch = getEpoch(near)
      const end = getFirstNonce(epoch + 2)
      let nonce = getFirstNonce(Math.max(0, epoch - 1))
      while (nonce < end && getBet(nonce) !== bet) nonce += 1
      return nonce < end ? nonce : undefined
    },

    noteBet: (nonce: number, bet: string) =>
      setOnce(toKey(getEpoch(nonce), `round/${nonce}`), bet),

    /** Returns the first round that is not accounted for; those before it are. */
    unaccounted: (): number | undefined =>
      readStored(storage, `${prefix}unaccounted`, z.int()),

    /** If two tabs race and it goes back, rounds are only checked again. */
    setUnaccounted: (nonce: number) =>
      storage.setItem(`${prefix}unaccounted`, String(nonce)),

    /**
     * Drops what can be fetched and checked again, of epochs before this one.
     * Pins and seeds stay for good.
     */
    forgetBulkBefore(epoch: number): void {
      for (const key of listKeys(storage)) {
        const [, owner, bulkEpoch] = BULK.exec(key) ?? []
        if (owner === player && Number(bulkEpoch) < epoch) {
          storage.removeItem(key)
        }
      }
    },
  }
}

/** Facts that can be fetched again, or matter for a while only. */
const BULK = /^fairness\/([^/]+)\/(\d+)\/(?:commitments|round\/.*)$/

/** True if a key's fact can be removed when storage is full. */
export function isBulk(key: string): boolean {
  return BULK.test(key)
}

/** Returns the storage that all tabs of this browser share. */
export function sharedStorage(): KeyValueStorage {
  return browserStorage('localStorage', isBulk)
}

/** Returns the pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return createPinStore(sharedStorage(), player)
}
