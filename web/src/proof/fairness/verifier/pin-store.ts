import * as z from 'zod/mini'
import { epochOf, firstNonceOf } from '#core/fairness/epoch.ts'
import {
  type KeyValueStorage,
  keysOf,
  storedIn,
} from '../../../lib/key-value-storage.ts'
import { type SeedInterval, seedIntervals } from './seed-intervals.ts'

/** A root as first seen, and the player's next round at that moment. */
export type Pin = { root: string; fromNonce: number }

/** Who chose a client seed, as far as this browser can tell. */
export type SeedOrigin = 'here' | 'player' | 'server'

/**
 * What this browser has seen of one player's epochs. Each fact has its own key,
 * and what a proof rests on is written once, so two tabs can never undo each
 * other's: a pinned root stays pinned, a seed made here stays ours.
 */
export type PinStore = ReturnType<typeof pinStoreOf>

export function pinStoreOf(storage: KeyValueStorage, player: string) {
  const keyOf = (epoch: number, fact: string) =>
    `${PREFIX}${player}/${epoch}/${fact}`
  const read = (epoch: number, fact: string) =>
    storage.getItem(keyOf(epoch, fact))

  return {
    pin(epoch: number): Pin | undefined {
      const text = read(epoch, 'root')
      const [root, fromNonce] = text?.split(' ') ?? []
      return root ? { root, fromNonce: Number(fromNonce) } : undefined
    },

    /** Keeps the first root seen; a later one never replaces it. */
    setPin(epoch: number, { root, fromNonce }: Pin): void {
      setOnce(storage, keyOf(epoch, 'root'), `${root} ${fromNonce}`)
    },

    commitments(epoch: number): string[] | undefined {
      return read(epoch, 'commitments')
        ?.match(/[0-9a-f]{64}/g)
        ?.slice()
    },

    setCommitments(epoch: number, commitments: readonly string[]): void {
      setOnce(storage, keyOf(epoch, 'commitments'), commitments.join(''))
    },

    seedOrigin(epoch: number, clientSeed: string): SeedOrigin | undefined {
      const text = read(epoch, `seed/${clientSeed}`)
      return ORIGINS.find((origin) => origin === text)
    },

    noteSeed(epoch: number, clientSeed: string, origin: SeedOrigin): void {
      setOnce(storage, keyOf(epoch, `seed/${clientSeed}`), origin)
    },

    /** What the player typed here last, to be played on in this epoch. */
    typedSeed: (epoch: number) => read(epoch, 'typed'),

    /** A fact that changes: the player may think again. */
    noteTypedSeed: (epoch: number, clientSeed: string) =>
      storage.setItem(keyOf(epoch, 'typed'), clientSeed),

    /** When which client seed was in force; changed by one tab at a time. */
    seedIntervals: (epoch: number): SeedInterval[] =>
      storedIn(storage, keyOf(epoch, 'spells'), seedIntervals) ?? [],

    setSeedIntervals: (epoch: number, intervals: readonly SeedInterval[]) =>
      storage.setItem(keyOf(epoch, 'spells'), JSON.stringify(intervals)),

    /** True once a seed made here was accepted for the epoch. */
    isSeeded: (epoch: number) => read(epoch, 'seeded') !== null,

    markSeeded: (epoch: number) =>
      setOnce(storage, keyOf(epoch, 'seeded'), 'yes'),

    /** The bet that used a nonce, as this browser saw it first. */
    betAt: (nonce: number) => read(epochOf(nonce), `round/${nonce}`),

    noteBet: (nonce: number, bet: string) =>
      setOnce(storage, keyOf(epochOf(nonce), `round/${nonce}`), bet),

    /** The first round that is not accounted for; those before it are. */
    unaccounted: (): number | undefined =>
      storedIn(storage, `${PREFIX}${player}/unaccounted`, z.int()),

    /** Where it goes back by a race of two tabs, they only look again. */
    setUnaccounted: (nonce: number) =>
      storage.setItem(`${PREFIX}${player}/unaccounted`, String(nonce)),

    /**
     * Drops what can be fetched and checked again, of epochs before this one.
     * Pins and seeds stay for good.
     */
    forgetBulkBefore(epoch: number): void {
      for (const key of keysOf(storage)) {
        const [, owner, bulkEpoch] = BULK.exec(key) ?? []
        if (owner === player && Number(bulkEpoch) < epoch)
          storage.removeItem(key)
      }
    },
  }
}

/**
 * Under which nonce a bet was seen, in the epoch of a nonce or one beside it.
 */
export function nonceOf(
  { betAt }: PinStore,
  bet: string,
  about: number,
): number | undefined {
  const epoch = epochOf(about)
  const end = firstNonceOf(epoch + 2)
  let nonce = firstNonceOf(Math.max(0, epoch - 1))
  while (nonce < end && betAt(nonce) !== bet) nonce += 1
  return nonce < end ? nonce : undefined
}

/** Tells whether a key's fact can go when storage is full. */
export function isBulk(key: string): boolean {
  return BULK.test(key)
}

const PREFIX = 'fairness/'

/** Facts that can be fetched again, or matter for a while only. */
const BULK = /^fairness\/([^/]+)\/(\d+)\/(?:commitments|round\/.*)$/

const ORIGINS = ['here', 'player', 'server'] as const

function setOnce(storage: KeyValueStorage, key: string, value: string): void {
  if (storage.getItem(key) === null) storage.setItem(key, value)
}
