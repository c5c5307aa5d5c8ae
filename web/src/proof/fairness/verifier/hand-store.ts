import * as z from 'zod/mini'
import { type GameAnswer, stepsAnswer } from '#core/api/rounds.ts'
import { count } from '#core/schemas/fields.ts'
import {
  type KeyValueStorage,
  keysOf,
  storedIn,
} from '../../../lib/key-value-storage.ts'

/** What this browser asked for and was shown of a round that is not over yet. */
export type Hand = {
  gameType: string
  rulesVersion: number
  /** As it was asked for, or found; for the game to read. */
  bet: unknown
  answers: readonly GameAnswer[]
  /** When something was shown of it last, in ms. */
  seenAt: number
  /** When this browser last did something in it, in ms; nothing where it only looked. */
  actedAt?: number | undefined
}

/** One player's hands that were open when this browser saw them last. */
export type HandStore = ReturnType<typeof handStoreOf>

/** A game has one open at most; there are more where the end of some was lost. */
const HANDS_MAX = 16
/** In characters. What a longer hand shows from there on is not kept. */
const HAND_SIZE_MAX = 250_000

const hand: z.ZodMiniType<Hand> = z.object({
  gameType: z.string(),
  rulesVersion: count,
  bet: z.unknown(),
  answers: z.array(z.looseObject(stepsAnswer.shape)),
  seenAt: z.number(),
  actedAt: z.optional(z.number()),
})

export function handStoreOf(storage: KeyValueStorage, player: string) {
  const prefix = `fairness/${player}/hand/`
  const find = (id: string) => storedIn(storage, `${prefix}${id}`, hand)
  const drop = (id: string) => storage.removeItem(`${prefix}${id}`)
  const ids = () =>
    keysOf(storage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))

  return {
    find,
    drop,
    ids,
    keep(id: string, one: Hand): void {
      const text = JSON.stringify(one)
      if (text.length > HAND_SIZE_MAX) return
      dropOldest(ids().filter((other) => other !== id))
      storage.setItem(`${prefix}${id}`, text)
    },
  }

  function dropOldest(others: readonly string[]): void {
    const seenAt = (id: string) => find(id)?.seenAt ?? 0
    const oldestLast = others.toSorted((a, b) => seenAt(b) - seenAt(a))
    for (const id of oldestLast.slice(HANDS_MAX - 1)) drop(id)
  }
}
