import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { isSameJson } from '#core/fairness/same-json.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import type { Action, Ask, Bet, Game } from '#core/games/game.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import type { Pin, SeedOrigin } from './pin-store.ts'
import type { SeedUse } from './seed-spells.ts'
import {
  actionsIn,
  hasEnded,
  isBeginning,
  seenActions,
  type Untrue,
  untrueIn,
} from './shown-round.ts'

/** A round as it was asked for, and all that was answered of it. */
export type AnsweredRound = {
  game: Game
  bet: Bet
  /** What else was answered of it: a hand that goes on is shown in steps. */
  earlier: readonly GameAnswer[]
  /** What the answer is to; nothing where the open round was only looked at. */
  ask: Ask | undefined
  /** No earlier nonce was free when it was asked for first; unknown without storage. */
  earliestNonce: number | undefined
  answer: GameAnswer
}

/** What this browser knew of the round's epoch before the round. */
export type Held = {
  pin: Pin
  /** All of the epoch's, checked against the pinned root. */
  commitments: readonly string[]
  /** Unknown where this browser has not seen the seed before. */
  seedOrigin: SeedOrigin | undefined
  seedUse: SeedUse
  /** The bet that this nonce belonged to when it was first seen. */
  betAtNonce: string | null
}

export type Mismatch =
  | Untrue
  | 'actions'
  | 'bet'
  | 'client_seed'
  | 'commitment'
  | 'nonce_reused'
  | 'other_client_seed'
  | 'record_missing'
  | 'round_skipped'
  | 'server_seed'

export type Verdict =
  /** The round goes on: what is promised so far is as it was pinned. */
  | { is: 'open' }
  | { is: 'proven' }
  /** The draws are right, but this browser did not choose the client seed. */
  | { is: 'weaker' }
  /** The draws are right; nothing was pinned before this round. */
  | { is: 'unknown' }
  | { is: 'mismatch'; what: Mismatch }

/** Judges an answer by what the browser held, asked for and saw before it. */
export function judgeAnswer(
  hashes: Hashes,
  round: AnsweredRound,
  held: Held | undefined,
): Verdict {
  const what = contradiction(hashes, round) ?? (held && broken(round, held))
  if (what) return { is: 'mismatch', what }

  const { answer } = round
  if (!hasEnded(answer)) return { is: 'open' }
  if (!held || answer.nonce < held.pin.fromNonce) return { is: 'unknown' }
  const isOurs = held.seedOrigin === 'here' && held.seedUse === 'in_force'
  return { is: isOurs && !answer.weaker ? 'proven' : 'weaker' }
}

/** What is wrong with the answers by themselves. */
function contradiction(
  hashes: Hashes,
  round: AnsweredRound,
): Mismatch | undefined {
  const { game, bet, earlier, answer } = round
  if (answer.betAmount !== bet.betAmount) return 'bet'
  if (isOnTakenNonce(round)) return 'nonce_reused'
  if (!earlier.every((one) => isOfOneSeed(one, answer))) return 'commitment'
  const actions = actionsIn(game, answer.actions)
  if (!actions || !isWhatWasDone(round, actions)) return 'actions'
  if (game.choices && answer.step !== actions.length) return 'actions'
  if (!hasEnded(answer)) return undefined
  const { serverSeed, clientSeed, nonce, serverSeedHash } = answer
  if (commitmentOf(hashes, serverSeed) !== serverSeedHash) return 'server_seed'
  const seeds = { serverSeed, clientSeed, nonce }
  return [...earlier, answer]
    .map((one) => untrueIn(hashes, { game, bet, answer: one }, seeds))
    .find((what) => what !== undefined)
}

/** A step stays at the nonce of its round; a start takes a new one. */
function isOnTakenNonce({
  ask,
  earliestNonce = 0,
  answer,
}: AnsweredRound): boolean {
  return ask !== undefined && 'start' in ask && answer.nonce < earliestNonce
}

/** What a round keeps from its start on. */
type Seeding = Pick<
  GameAnswer,
  'nonce' | 'serverSeedHash' | 'weaker' | 'clientSeed'
>

/** A round keeps the nonce, and so the seeds, that it was started with. */
export function isOfOneSeed(one: Seeding, other: Seeding): boolean {
  return (
    one.nonce === other.nonce &&
    one.serverSeedHash === other.serverSeedHash &&
    one.weaker === other.weaker &&
    one.clientSeed === other.clientSeed
  )
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

/** Which promise made before the round the answer breaks. */
function broken(
  { answer }: AnsweredRound,
  { commitments, seedUse, betAtNonce }: Held,
): Mismatch | undefined {
  if (commitments[answer.nonce % EPOCH_SIZE] !== answer.serverSeedHash) {
    return 'commitment'
  }
  if (seedUse === 'out_of_force') return 'other_client_seed'
  if (seedUse === 'unseen') return 'client_seed'
  if (betAtNonce !== null && betAtNonce !== answer.transactionId) {
    return 'nonce_reused'
  }
  return undefined
}
