import * as z from 'zod/mini'
import type { GameAnswer } from '#core/api/rounds.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Seeds } from '#core/fairness/draws.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { replay } from '#core/fairness/round.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import type {
  Action,
  Bet,
  Game,
  Json,
  JsonObject,
  RequestedMove,
} from '#core/games/game.ts'
import type { SeedUse } from './client-seeds.ts'
import type { Pin, SeedOrigin } from './pin-store.ts'

/** A round as it was requested, and all answers about it. */
export type AnsweredRound = {
  game: Game
  bet: Bet
  /** As an earlier answer or its record showed it. */
  betBefore: Bet | undefined
  /** Other answers about it, for rounds with steps. */
  earlier: readonly GameAnswer[]
  /** The request; undefined if the open round was only read. */
  move: RequestedMove | undefined
  /** First nonce that was free at the request; unknown without storage. */
  earliestNonce: number | undefined
  answer: GameAnswer
}

/** Facts that this browser knew of the round's epoch before the round. */
export type PinnedEpoch = {
  pin: Pin
  /** All of the epoch's, checked against the pinned root. */
  commitments: readonly string[]
  /** Undefined if this browser has not seen the seed before. */
  seedOrigin?: SeedOrigin | undefined
  seedUse: SeedUse
  /** The bet that this nonce belonged to when it was first seen. */
  betAtNonce: string | null
}

export type Mismatch =
  | 'actions'
  | 'bet'
  | 'choices'
  | 'client_seed'
  | 'commitment'
  | 'nonce_reused'
  | 'other_client_seed'
  | 'other_record'
  | 'outcome'
  | 'record_missing'
  | 'round_skipped'
  | 'server_seed'

export type Verdict =
  /** The round goes on, and its commitments are as pinned. */
  | { is: 'open' }
  | { is: 'proven' }
  /** Proven except for the size of the pot that it was paid. */
  | { is: 'pot_paid' }
  /** Proven except for the reason of an automatic action. */
  | { is: 'stepped_in' }
  /** The draws are right, but this browser did not choose the client seed. */
  | { is: 'weaker' }
  /** The draws are right; nothing was pinned before this round. */
  | { is: 'unknown' }
  | { is: 'mismatch'; what: Mismatch }

/** Evidence of cheating that this browser saw. */
export type Alarm =
  | { about: 'root_changed'; epoch: number }
  | { about: 'commitments_changed'; epoch: number }
  /** A nonce between two rounds was never played. */
  | { about: 'skipped'; nonce: number }
  | { about: 'round'; transactionId: string; what: Mismatch }
  /** A race, or a bet on one; the explanation is a sentence. */
  | { about: 'race'; recordId: string; explanation: string }
  /** A signed receipt; the explanation is a sentence. */
  | { about: 'receipt'; explanation: string }

/** Judges an answer by what the browser pinned, requested and saw before it. */
export function judgeAnswer(
  hashes: Hashes,
  round: AnsweredRound,
  pinned: PinnedEpoch | undefined,
): Verdict {
  const { answer, game } = round
  const { transactionId: id } = answer
  const what =
    contradiction(hashes, round) ??
    (pinned && (brokenPin({ id, ...answer }, pinned) ?? seedMismatch(pinned)))
  if (what) return { is: 'mismatch', what }

  if (!hasEnded(answer)) return { is: 'open' }
  if (!pinned || answer.nonce < pinned.pin.fromNonce) return { is: 'unknown' }
  const isOurs = pinned.seedOrigin === 'here' && pinned.seedUse === 'in_force'
  if (!isOurs || answer.weaker) return { is: 'weaker' }
  const actions = parseActions(game, answer.actions) ?? []
  const hasSteppedIn = actions.some(
    (one) => game.choices?.getReplacementAction(one) !== undefined,
  )
  if (hasSteppedIn) return { is: 'stepped_in' }
  // Without choices, the only action is a jackpot, whose size no seed proves.
  const wasPaidPot = game.jackpot && !game.choices && actions.length > 0
  return { is: wasPaidPot ? 'pot_paid' : 'proven' }
}

/** Returns how the answers contradict each other, the request or their seeds. */
function contradiction(
  hashes: Hashes,
  round: AnsweredRound,
): Mismatch | undefined {
  const { game, bet, earlier, answer } = round
  if (!earlier.every((one) => isOfOneSeed(one, answer))) return 'commitment'
  const what = requestMismatch(round)
  if (what) return what
  if (!hasEnded(answer)) return undefined
  const { serverSeed, clientSeed, nonce, serverSeedHash } = answer
  if (hashServerSeed(hashes, serverSeed) !== serverSeedHash)
    return 'server_seed'
  const seeds = { serverSeed, clientSeed, nonce }
  return [...earlier, answer]
    .map((one) => replayMismatch(hashes, { game, bet, answer: one }, seeds))
    .find((mismatch) => mismatch !== undefined)
}

/** Returns how a round differs from what was pinned before it. */
export function brokenPin(
  round: { id: string; nonce: number; serverSeedHash: string },
  { commitments, betAtNonce }: PinnedEpoch,
): Mismatch | undefined {
  const { id, nonce, serverSeedHash } = round
  if (commitments[nonce % EPOCH_SIZE] !== serverSeedHash) return 'commitment'
  return betAtNonce === null || betAtNonce === id ? undefined : 'nonce_reused'
}

/** Returns the mismatch of a client seed that was not in force. */
export function seedMismatch({ seedUse }: PinnedEpoch): Mismatch | undefined {
  if (seedUse === 'unseen') return 'client_seed'
  return seedUse === 'out_of_force' ? 'other_client_seed' : undefined
}

/** Returns how an answer differs from the request or from earlier answers. */
function requestMismatch(round: AnsweredRound): Mismatch | undefined {
  const { game, bet, betBefore = bet, move, earliestNonce = 0, answer } = round
  const stakes = [answer.betAmount, betBefore.betAmount]
  if (stakes.some((stake) => stake !== bet.betAmount)) return 'bet'
  // A step keeps the nonce of its round; a start takes a new one.
  const isStart = move !== undefined && 'start' in move
  if (isStart && answer.nonce < earliestNonce) return 'nonce_reused'
  const actions = parseActions(game, answer.actions)
  if (!actions || !matchesRequest(round, actions)) return 'actions'
  const isMiscounted = game.choices && answer.step !== actions.length
  return isMiscounted ? 'actions' : undefined
}

/**
 * True if the actions are those requested and nothing else, continuing what was
 * seen. An answer read earlier may come in later, so the actions need not be
 * the longest seen.
 */
function matchesRequest(
  { game, earlier, move }: AnsweredRound,
  actions: readonly Action[],
): boolean {
  const { choices } = game
  const seen = seenActions(game, earlier)
  if (!(isBeginning(seen, actions) || isBeginning(actions, seen))) return false
  if (!move) return true
  if ('start' in move) {
    // Only a jackpot may follow a start by itself.
    return actions.length === 0 || (!choices && actions.length === 1)
  }
  const { act: action, step = seen.length } = move
  const done = actions[step]
  if (!done || actions.length > step + 1) return false
  return isSameJson(choices?.getReplacementAction(done) ?? done, action)
}

/** True if an answer is a round's last: only then may it have the server seed. */
export function hasEnded(
  answer: GameAnswer,
): answer is GameAnswer & { serverSeed: string } {
  return answer.serverSeed !== undefined
}

/**
 * True if two answers are of the same rules, nonce and seeds, which a round
 * keeps from its start on.
 */
export function isOfOneSeed(one: Seeding, other: Seeding): boolean {
  return SEEDING.every((name) => one[name] === other[name])
}

const SEEDING = [
  'rulesVersion',
  'nonce',
  'serverSeedHash',
  'weaker',
  'clientSeed',
] as const
type Seeding = Pick<GameAnswer, (typeof SEEDING)[number]>

/** Parses actions; undefined if the game does not know some of them. */
export function parseActions(
  { steps }: Game,
  actions: unknown,
): readonly Action[] | undefined {
  const list = z.array(steps?.action ?? z.never())
  return list.safeParse(actions ?? []).data
}

/** True if a list of actions starts with another. */
export function isBeginning(
  beginning: readonly Action[],
  actions: readonly Action[],
): boolean {
  return beginning.every((one, at) => isSameJson(actions[at], one))
}

/** Returns the longest list of actions that answers showed. */
export function seenActions(
  game: Game,
  answers: readonly GameAnswer[],
): readonly Action[] {
  return answers
    .map((one) => parseActions(game, one.actions) ?? [])
    .reduce((longest, one) => (one.length > longest.length ? one : longest), [])
}

/** Returns how an answer differs from the replay of its seeds. */
export function replayMismatch(
  hashes: Hashes,
  { game, bet, answer }: { game: Game; bet: Bet; answer: GameAnswer },
  seeds: Seeds,
): 'outcome' | 'choices' | undefined {
  const actions = parseActions(game, answer.actions)
  const played = actions && replay(hashes, { game, bet, actions }, seeds)
  if (!played) return 'outcome'
  const { position } = played
  const { outcome } = position
  const shown = {
    ...game.view(position),
    ...(outcome && { payout: outcome.payout }),
  }
  const isOver = outcome !== undefined
  if (hasEnded(answer) !== isOver || !hasFields(answer, shown)) return 'outcome'
  const legalActions = game.choices?.legalActions(position)
  const areChoicesRight = !legalActions || hasFields(answer, { legalActions })
  return areChoicesRight ? undefined : 'choices'
}

function hasFields(answer: GameAnswer, expected: JsonObject): boolean {
  return Object.entries(expected).every(([name, value]) =>
    isSameJson(answer[name], value),
  )
}

/** True if two answers differ at most in balance and next seed hash. */
export function isSameShown(one: GameAnswer, other: GameAnswer): boolean {
  const { balance, nextServerSeedHash } = other
  return isSameJson(
    toStored({ ...one, balance, nextServerSeedHash }),
    toStored(other),
  )
}

/** Returns an answer as storage gives it back: without undefined members. */
function toStored(answer: GameAnswer): Json {
  return z.json().parse(JSON.parse(JSON.stringify(answer)))
}
