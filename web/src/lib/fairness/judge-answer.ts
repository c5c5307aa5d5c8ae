import * as z from 'zod/mini'
import type { Seeds } from '#core/fairness/draws.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { replay } from '#core/fairness/round.ts'
import { isSameJson } from '#core/fairness/same-json.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import type { Action, Ask, Bet, Game } from '#core/games/game.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import type { Pin, SeedOrigin } from './pin-store.ts'

/** A round as it was asked for, and all that was answered of it. */
export type AnsweredRound = {
  game: Game
  bet: Bet
  /** What was answered before, in order: a hand that goes on is shown in steps. */
  earlier: readonly GameAnswer[]
  /** What the answer is to; nothing where the open round was only looked at. */
  ask: Ask | undefined
  answer: GameAnswer
}

/** What this browser knew of the round's epoch before the round. */
export type Held = {
  pin: Pin
  /** All of the epoch's, checked against the pinned root. */
  commitments: readonly string[]
  /** Unknown while the seed that the round is played with is not shown. */
  seedOrigin: SeedOrigin | undefined
  /** The bet that this nonce belonged to when it was first seen. */
  betAtNonce: string | null
}

export type Mismatch =
  | 'actions'
  | 'bet'
  | 'client_seed'
  | 'commitment'
  | 'nonce_reused'
  | 'outcome'
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
  const isOurs = held.seedOrigin === 'here' && !answer.weaker
  return { is: isOurs ? 'proven' : 'weaker' }
}

type EndedAnswer = GameAnswer & { serverSeed: string; clientSeed: string }

/** Whether an answer is a round's last: only then it can have the seeds. */
export function hasEnded(answer: GameAnswer): answer is EndedAnswer {
  return answer.serverSeed !== undefined && answer.clientSeed !== undefined
}

/** What is wrong with the answers by themselves. */
function contradiction(
  hashes: Hashes,
  round: AnsweredRound,
): Mismatch | undefined {
  const { game, bet, answer } = round
  if (answer.betAmount !== bet.betAmount) return 'bet'
  if (!round.earlier.every((one) => isOfOneSeed(one, answer))) {
    return 'commitment'
  }
  const actions = actionsIn(game, answer)
  if (!actions || !isWhatWasDone(round, actions)) return 'actions'
  if (!hasEnded(answer)) return undefined
  const { serverSeed, clientSeed, nonce, serverSeedHash } = answer
  if (commitmentOf(hashes, serverSeed) !== serverSeedHash) return 'server_seed'
  const seeds = { serverSeed, clientSeed, nonce }
  const shown = [...round.earlier, answer]
  return shown.every((one) =>
    isAsDrawn(hashes, { ...round, answer: one }, seeds),
  )
    ? undefined
    : 'outcome'
}

/** A round keeps the nonce, and so the seed, that it was started with. */
function isOfOneSeed(one: GameAnswer, other: GameAnswer): boolean {
  const { nonce, serverSeedHash, weaker } = other
  return (
    one.nonce === nonce &&
    one.serverSeedHash === serverSeedHash &&
    one.weaker === weaker
  )
}

/**
 * Whether the actions go on from those seen before with what was asked for, and
 * nothing else.
 */
function isWhatWasDone(
  { game, earlier, ask }: AnsweredRound,
  actions: readonly Action[],
): boolean {
  const last = earlier.at(-1)
  const seen = (last && actionsIn(game, last)) ?? []
  const isSame = (one: Action, at: number) => isSameJson(actions[at], one)
  if (!seen.every(isSame)) return false
  const news = actions.slice(seen.length)
  if (!ask) return true
  if ('start' in ask) return isStartOnly(game, news)
  const [done] = news
  if (!done || news.length > 1) return false
  const asked = game.choices?.insteadOf(done) ?? done
  return isSameJson(asked, ask.act)
}

/** Nothing follows a start that nobody asked for, but what the pot is. */
function isStartOnly({ choices }: Game, news: readonly Action[]): boolean {
  return news.length === 0 || (!choices && news.length === 1)
}

/** Whether an answer shows the round as the seeds lead to it at that point. */
function isAsDrawn(
  hashes: Hashes,
  { game, bet, answer }: AnsweredRound,
  seeds: Seeds,
): boolean {
  const actions = actionsIn(game, answer)
  const played = actions && replay(hashes, { game, bet, actions }, seeds)
  if (!played) return false
  const { outcome } = played.position
  const shown = {
    ...game.view(played.position),
    ...(outcome && { payout: outcome.payout }),
  }
  return (
    hasEnded(answer) === (outcome !== undefined) &&
    Object.entries(shown).every(([name, value]) =>
      isSameJson(answer[name], value),
    )
  )
}

/** @returns undefined where an answer tells of actions that its game does not know. */
function actionsIn(
  { steps }: Game,
  answer: GameAnswer,
): readonly Action[] | undefined {
  const actions = z.array(steps?.action ?? z.never())
  return actions.safeParse(answer.actions ?? []).data
}

/** Which promise made before the round the answer breaks. */
function broken(
  { answer }: AnsweredRound,
  { commitments, seedOrigin, betAtNonce }: Held,
): Mismatch | undefined {
  if (commitments[answer.nonce % EPOCH_SIZE] !== answer.serverSeedHash) {
    return 'commitment'
  }
  if (hasEnded(answer) && seedOrigin === undefined) return 'client_seed'
  if (betAtNonce !== null && betAtNonce !== answer.transactionId) {
    return 'nonce_reused'
  }
  return undefined
}
