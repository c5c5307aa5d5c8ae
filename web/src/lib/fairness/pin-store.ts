import { epochOf } from '#core/fairness/epoch.ts'

/** The part of `localStorage` that pins need; all tabs share it. */
export type Shelf = Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>

/** A root as first seen, and the player's next round at that moment. */
export type Pin = { root: string; fromNonce: number }

/** Who chose a client seed, as far as this browser can tell. */
export type SeedOrigin = 'here' | 'player' | 'server'

/**
 * What this browser has seen of one player's epochs. Each fact has its own key
 * and is written once, so two tabs can never undo each other's: a pinned root
 * stays pinned, a seed made here stays ours.
 */
export type PinStore = ReturnType<typeof pinStoreOf>

export function pinStoreOf(shelf: Shelf, player: string) {
  const keyOf = (epoch: number, fact: string) =>
    `${PREFIX}${player}/${epoch}/${fact}`

  return {
    pin(epoch: number): Pin | undefined {
      const text = shelf.getItem(keyOf(epoch, 'root'))
      const [root, fromNonce] = text?.split(' ') ?? []
      return root ? { root, fromNonce: Number(fromNonce) } : undefined
    },

    /** Keeps the first root seen; a later one never replaces it. */
    setPin(epoch: number, { root, fromNonce }: Pin): void {
      setOnce(shelf, keyOf(epoch, 'root'), `${root} ${fromNonce}`)
    },

    commitments(epoch: number): string[] | undefined {
      return shelf
        .getItem(keyOf(epoch, 'commitments'))
        ?.match(/[0-9a-f]{64}/g)
        ?.slice()
    },

    setCommitments(epoch: number, commitments: readonly string[]): void {
      setOnce(shelf, keyOf(epoch, 'commitments'), commitments.join(''))
    },

    seedOrigin(epoch: number, clientSeed: string): SeedOrigin | undefined {
      const text = shelf.getItem(keyOf(epoch, `seed/${clientSeed}`))
      return ORIGINS.find((origin) => origin === text)
    },

    noteSeed(epoch: number, clientSeed: string, origin: SeedOrigin): void {
      setOnce(shelf, keyOf(epoch, `seed/${clientSeed}`), origin)
    },

    /** True once a seed made here was accepted for the epoch. */
    isSeeded: (epoch: number) => shelf.getItem(keyOf(epoch, 'seeded')) !== null,

    markSeeded: (epoch: number) =>
      setOnce(shelf, keyOf(epoch, 'seeded'), 'yes'),

    /** The bet that used a nonce, as this browser saw it first. */
    betAt: (nonce: number) =>
      shelf.getItem(keyOf(epochOf(nonce), `round/${nonce}`)),

    noteBet: (nonce: number, bet: string) =>
      setOnce(shelf, keyOf(epochOf(nonce), `round/${nonce}`), bet),

    /**
     * Drops what can be fetched and checked again, of epochs before this one.
     * Pins and seeds stay for good.
     */
    forgetBulkBefore(epoch: number): void {
      const bulk = new RegExp(
        `^${PREFIX}${player}/(\\d+)/(?:commitments|round/.*)$`,
      )
      for (const key of keysOf(shelf)) {
        const found = bulk.exec(key)
        if (found && Number(found[1]) < epoch) shelf.removeItem(key)
      }
    },
  }
}

/** A shelf for browsers that allow no storage; it lives as long as the tab. */
export function memoryShelf(): Shelf {
  const facts = new Map<string, string>()
  return {
    getItem: (key) => facts.get(key) ?? null,
    setItem: (key, value) => void facts.set(key, value),
    removeItem: (key) => void facts.delete(key),
    key: (index) => [...facts.keys()][index] ?? null,
    get length() {
      return facts.size
    },
  }
}

const PREFIX = 'fairness/'

const ORIGINS = ['here', 'player', 'server'] as const

function setOnce(shelf: Shelf, key: string, value: string): void {
  if (shelf.getItem(key) === null) shelf.setItem(key, value)
}

function keysOf(shelf: Shelf): string[] {
  const keys: string[] = []
  for (let index = 0; index < shelf.length; index += 1) {
    const key = shelf.key(index)
    if (key !== null) keys.push(key)
  }
  return keys
}
