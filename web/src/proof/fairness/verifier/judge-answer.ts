import type { GameAnswer } from '#core/api/rounds.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import { type AnsweredRound, otherThanAsked } from './answered-round.ts'
import type { Pin, SeedOrigin } from './pin-store.ts'
import type { SeedUse } from './seed-intervals.ts'
import { actionsIn, hasEnded, type Untrue, untrueIn } from './shown-round.ts'

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
  | 'other_record'
  | 'record_missing'
  | 'round_skipped'
  | 'server_seed'

export type Verdict =
  /** The round goes on: what is promised so far is as it was pinned. */
  | { is: 'open' }
  | { is: 'proven' }
  /** Proven but for the size of the pot that it was paid. */
  | { is: 'pot_paid' }
  /** Proven but for the grounds on which the house stepped in. */
  | { is: 'stepped_in' }
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
  if (!isOurs || answer.weaker) return { is: 'weaker' }
  if (hasSteppedIn(round)) return { is: 'stepped_in' }
  return { is: wasPaidPot(round) ? 'pot_paid' : 'proven' }
}

/** Whether the house did something else than the player had asked for. */
function hasSteppedIn({ game, answer }: AnsweredRound): boolean {
  const actions = actionsIn(game, answer.actions) ?? []
  return actions.some((one) => game.choices?.insteadOf(one) !== undefined)
}

/**
 * Whether the house ended the round with the pot, whose size no seed tells:
 * without choices there is no other action.
 */
function wasPaidPot({ game, answer }: AnsweredRound): boolean {
  if (!game.jackpot || game.choices) return false
  const actions = actionsIn(game, answer.actions) ?? []
  return actions.length > 0
}

/** What is wrong with the answers by themselves. */
function contradiction(
  hashes: Hashes,
  round: AnsweredRound,
): Mismatch | undefined {
  const { game, bet, earlier, answer } = round
  if (!earlier.every((one) => isOfOneSeed(one, answer))) return 'commitment'
  const what = otherThanAsked(round)
  if (what) return what
  if (!hasEnded(answer)) return undefined
  const { serverSeed, clientSeed, nonce, serverSeedHash } = answer
  if (commitmentOf(hashes, serverSeed) !== serverSeedHash) return 'server_seed'
  const seeds = { serverSeed, clientSeed, nonce }
  return [...earlier, answer]
    .map((one) => untrueIn(hashes, { game, bet, answer: one }, seeds))
    .find((untrue) => untrue !== undefined)
}

/** What a round keeps from its start on. */
type Seeding = Pick<
  GameAnswer,
  'rulesVersion' | 'nonce' | 'serverSeedHash' | 'weaker' | 'clientSeed'
>

/**
 * A round keeps the rules and the nonce, and so the seeds, that it was started
 * with.
 */
export function isOfOneSeed(one: Seeding, other: Seeding): boolean {
  return (
    one.rulesVersion === other.rulesVersion &&
    one.nonce === other.nonce &&
    one.serverSeedHash === other.serverSeedHash &&
    one.weaker === other.weaker &&
    one.clientSeed === other.clientSeed
  )
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
