import type { GameAnswer } from '#core/api/rounds.ts'
import type { Bet, Game, RequestedMove } from '#core/games/game.ts'
import { gameOf } from '#core/games/registry.ts'
import type { OpenRecord } from '#core/schemas/verification-record.ts'
import type { AnsweredRound } from './answered-round.ts'
import type { Hand, HandStore } from './hand-store.ts'
import { hasEnded, isSameShown } from './shown-round.ts'

/** An answer as it came in. */
export type AskedRound = {
  /** As the page plays it; a hand from before a release goes by older rules. */
  game: Game
  /** What was asked; nothing where the open round was only looked at. */
  ask?: RequestedMove | undefined
  /** The first nonce that was free when it was asked for, as far as was known. */
  earliestNonce?: number | undefined
  answer: GameAnswer
}

/**
 * Keeps an answer until its round is over. @returns it with those before.
 *
 * @throws where this page does not know the round's rules.
 */
export function noteAnswer(hands: HandStore, asked: AskedRound): AnsweredRound {
  const { ask, earliestNonce, answer } = asked
  const { transactionId: id } = answer
  const game = rulesOf(asked)
  const hand = hands.find(id)
  const betBefore = game.bet.safeParse(hand?.bet).data
  const bet =
    startOf(ask) ?? betBefore ?? game.bet.parse({ betAmount: answer.betAmount })
  const earlier = hand?.answers ?? []
  const round = { game, bet, betBefore, earlier, ask, earliestNonce, answer }
  if (hasEnded(answer)) hands.drop(id)
  else hands.keep(id, handOf(round, hand?.actedAt))
  return round
}

/** Keeps the promise that was made for a hand that another browser began. */
export function noteRecord(
  hands: HandStore,
  { id, gameType, gameData: { rulesVersion, bet } }: OpenRecord,
): void {
  if (hands.find(id)) return
  const seenAt = Date.now()
  hands.keep(id, { gameType, rulesVersion, bet, answers: [], seenAt })
}

function handOf(
  { game, bet, earlier, ask, answer }: AnsweredRound,
  actedBefore: number | undefined,
): Hand {
  const { gameType, rulesVersion } = game
  const isKnown = earlier.some((one) => isSameShown(one, answer))
  const answers = isKnown ? earlier : [...earlier, answer]
  const seenAt = Date.now()
  const actedAt = ask ? seenAt : actedBefore
  return { gameType, rulesVersion, bet, answers, seenAt, actedAt }
}

function rulesOf({ game, answer: { rulesVersion } }: AskedRound): Game {
  if (game.rulesVersion === rulesVersion) return game
  const { gameType } = game
  const other = gameOf({ gameType, rulesVersion })
  if (!other) throw new Error('This page does not know some rules')
  return other
}

/** Of a round found open, nothing is known but its stake. */
function startOf(ask: RequestedMove | undefined): Bet | undefined {
  return ask && 'start' in ask ? ask.start : undefined
}
