import * as z from 'zod/mini'
import { type GameAnswer, stepsAnswer } from '#core/api/rounds.ts'
import type { OpenRecord } from '#core/evidence/round-record.ts'
import type { Bet, Game, RequestedMove } from '#core/games/game.ts'
import { findGame } from '#core/games/registry.ts'
import { count } from '#core/schemas/fields.ts'
import {
  type KeyValueStorage,
  listKeys,
  readStored,
} from '../../../lib/key-value-storage.ts'
import { type AnsweredRound, hasEnded, isSameShown } from './judge-answer.ts'

/** An open round's bet and answers, as this browser sent and got them. */
export type Hand = {
  gameType: string
  rulesVersion: number
  /** As requested or found; parsed by the game's schema. */
  bet: unknown
  answers: readonly GameAnswer[]
  /** Time of the last answer, in ms. */
  seenAt: number
  /** Time of the last request from this browser, in ms; undefined if none. */
  actedAt?: number | undefined
}

/** One player's hands that were open when this browser saw them last. */
export type HandStore = ReturnType<typeof createHandStore>

/** A game has one open at most; there are more if the end of some was lost. */
const HANDS_MAX = 16
/** In characters; answers beyond it are not stored. */
const HAND_SIZE_MAX = 250_000

const handSchema: z.ZodMiniType<Hand> = z.object({
  gameType: z.string(),
  rulesVersion: count,
  bet: z.unknown(),
  answers: z.array(z.looseObject(stepsAnswer.shape)),
  seenAt: z.number(),
  actedAt: z.optional(z.number()),
})

export function createHandStore(storage: KeyValueStorage, player: string) {
  const prefix = `fairness/${player}/hand/`
  const find = (id: string) => readStored(storage, `${prefix}${id}`, handSchema)
  const drop = (id: string) => storage.removeItem(`${prefix}${id}`)
  const ids = () =>
    listKeys(storage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))

  function dropOldest(others: readonly string[]): void {
    const seenAt = (id: string) => find(id)?.seenAt ?? 0
    const oldestLast = others.toSorted((a, b) => seenAt(b) - seenAt(a))
    for (const id of oldestLast.slice(HANDS_MAX - 1)) drop(id)
  }

  return {
    find,
    drop,
    ids,
    set(id: string, hand: Hand): void {
      const text = JSON.stringify(hand)
      if (text.length > HAND_SIZE_MAX) return
      dropOldest(ids().filter((other) => other !== id))
      storage.setItem(`${prefix}${id}`, text)
    },
  }
}

/** A request and its answer. */
export type RequestedRound = {
  /** As the page plays it; a hand from before a release has older rules. */
  game: Game
  /** The request; undefined if the open round was only read. */
  move?: RequestedMove | undefined
  /** The first nonce that was free at the request, as far as was known. */
  earliestNonce?: number | undefined
  answer: GameAnswer
}

/**
 * Stores an answer until its round is over.
 *
 * @returns it with the answers before.
 * @throws if this page does not know the round's rules.
 */
export function noteAnswer(
  hands: HandStore,
  requested: RequestedRound,
): AnsweredRound {
  const { move, earliestNonce, answer } = requested
  const { transactionId: id } = answer
  const game = getRules(requested)
  const hand = hands.find(id)
  const betBefore = game.bet.safeParse(hand?.bet).data
  const start: Bet | undefined =
    move && 'start' in move ? move.start : undefined
  // Only the stake is known of a round that was found open.
  const bet =
    start ?? betBefore ?? game.bet.parse({ betAmount: answer.betAmount })
  const earlier = hand?.answers ?? []
  const round = { game, bet, betBefore, earlier, move, earliestNonce, answer }
  if (hasEnded(answer)) hands.drop(id)
  else hands.set(id, toHand(round, hand?.actedAt))
  return round
}

/** Stores what a record commits to for a hand that another browser began. */
export function noteRecord(
  hands: HandStore,
  { id, gameType, gameData: { rulesVersion, bet } }: OpenRecord,
): void {
  if (hands.find(id)) return
  const seenAt = Date.now()
  hands.set(id, { gameType, rulesVersion, bet, answers: [], seenAt })
}

function toHand(
  { game, bet, earlier, move, answer }: AnsweredRound,
  actedBefore: number | undefined,
): Hand {
  const { gameType, rulesVersion } = game
  const isKnown = earlier.some((one) => isSameShown(one, answer))
  const answers = isKnown ? earlier : [...earlier, answer]
  const seenAt = Date.now()
  const actedAt = move ? seenAt : actedBefore
  return { gameType, rulesVersion, bet, answers, seenAt, actedAt }
}

function getRules({ game, answer: { rulesVersion } }: RequestedRound): Game {
  if (game.rulesVersion === rulesVersion) return game
  const other = findGame({ gameType: game.gameType, rulesVersion })
  if (!other) throw new Error('This page does not know some rules')
  return other
}
