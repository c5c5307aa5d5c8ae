import type { GameAnswer } from '#core/api/rounds.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Action, Bet, Game, RequestedMove } from '#core/games/game.ts'
import { actionsIn, isBeginning, seenActions } from './shown-round.ts'

/** A round as it was asked for, and all that was answered of it. */
export type AnsweredRound = {
  game: Game
  bet: Bet
  /** As a look or its record told it before. */
  betBefore: Bet | undefined
  /** What else was answered of it: a hand that goes on is shown in steps. */
  earlier: readonly GameAnswer[]
  /** What the answer is to; nothing where the open round was only looked at. */
  ask: RequestedMove | undefined
  /** No earlier nonce was free when it was asked for first; unknown without storage. */
  earliestNonce: number | undefined
  answer: GameAnswer
}

/** What an answer has otherwise than it was asked for, or went before. */
export function otherThanAsked(
  round: AnsweredRound,
): 'bet' | 'nonce_reused' | 'actions' | undefined {
  const { game, bet, betBefore = bet, answer } = round
  // Of a round that was only found, nothing is known but its stake.
  const stakes = [answer.betAmount, betBefore.betAmount]
  if (stakes.some((stake) => stake !== bet.betAmount)) return 'bet'
  if (isOnTakenNonce(round)) return 'nonce_reused'
  const actions = actionsIn(game, answer.actions)
  if (!actions || !isWhatWasDone(round, actions)) return 'actions'
  const isMiscounted = game.choices && answer.step !== actions.length
  return isMiscounted ? 'actions' : undefined
}

/** A step stays at the nonce of its round; a start takes a new one. */
function isOnTakenNonce({
  ask,
  earliestNonce = 0,
  answer,
}: AnsweredRound): boolean {
  return ask !== undefined && 'start' in ask && answer.nonce < earliestNonce
}

/**
 * Whether the actions are what was asked for and nothing else, on the way that
 * the round was seen to go. Another tab's look may have come in before this
 * answer, and one that was read before it may come in after it: so it need not
 * be the longest way.
 */
function isWhatWasDone(
  { game, earlier, ask }: AnsweredRound,
  actions: readonly Action[],
): boolean {
  const seen = seenActions(game, earlier)
  if (!(isBeginning(seen, actions) || isBeginning(actions, seen))) return false
  if (!ask) return true
  if ('start' in ask) return isStartOnly(game, actions)
  const { act, step = seen.length } = ask
  const done = actions[step]
  if (!done || actions.length > step + 1) return false
  const asked = game.choices?.insteadOf(done) ?? done
  return isSameJson(asked, act)
}

/** Nothing follows a start that nobody asked for, but what the pot is. */
function isStartOnly({ choices }: Game, actions: readonly Action[]): boolean {
  return actions.length === 0 || (!choices && actions.length === 1)
}
