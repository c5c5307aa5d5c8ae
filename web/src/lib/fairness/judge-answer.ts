import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import type { Bet, Game, Json } from '#core/games/game.ts'
import type { RoundAnswer } from '#core/schemas/round-answer.ts'
import type { Pin, SeedOrigin } from './pin-store.ts'

/** A round as asked for and as answered. */
export type AnsweredRound<B extends Bet = Bet> = {
  game: Game<B>
  bet: B
  answer: RoundAnswer & Readonly<Record<string, Json>>
}

/** What this browser knew of the round's epoch before the round. */
export type Held = {
  pin: Pin
  /** All of the epoch's, checked against the pinned root. */
  commitments: readonly string[]
  seedOrigin: SeedOrigin | undefined
  /** The bet that this nonce belonged to when it was first seen. */
  betAtNonce: string | null
}

export type Mismatch =
  | 'bet'
  | 'client_seed'
  | 'commitment'
  | 'nonce_reused'
  | 'outcome'
  | 'server_seed'

export type Verdict =
  | { is: 'proven' }
  /** The draws are right, but this browser did not choose the client seed. */
  | { is: 'weaker' }
  /** The draws are right; nothing was pinned before this round. */
  | { is: 'unknown' }
  | { is: 'mismatch'; what: Mismatch }

/** Judges a finished round by what the browser held before it. */
export function judgeAnswer(
  hashes: Hashes,
  round: AnsweredRound,
  held: Held | undefined,
): Verdict {
  const what = contradiction(hashes, round) ?? (held && broken(round, held))
  if (what) return { is: 'mismatch', what }

  const { answer } = round
  if (!held || answer.nonce < held.pin.fromNonce) return { is: 'unknown' }
  const isOurs = held.seedOrigin === 'here' && !answer.weaker
  return { is: isOurs ? 'proven' : 'weaker' }
}

/** What is wrong with the answer by itself. */
function contradiction(
  hashes: Hashes,
  { game, bet, answer }: AnsweredRound,
): Mismatch | undefined {
  if (answer.betAmount !== bet.betAmount) return 'bet'
  if (commitmentOf(hashes, answer.serverSeed) !== answer.serverSeedHash) {
    return 'server_seed'
  }
  const { outcome } = playRound(hashes, { game, bet }, answer)
  const replayed = { ...outcome, isWin: outcome.payout > 0 }
  const isShown = Object.entries(replayed).every(([name, value]) => {
    const shown = answer[name]
    return shown !== undefined && canonicalJson(shown) === canonicalJson(value)
  })
  return isShown ? undefined : 'outcome'
}

/** Which promise made before the round the answer breaks. */
function broken(
  { answer }: AnsweredRound,
  { commitments, seedOrigin, betAtNonce }: Held,
): Mismatch | undefined {
  if (commitments[answer.nonce % EPOCH_SIZE] !== answer.serverSeedHash) {
    return 'commitment'
  }
  if (seedOrigin === undefined) return 'client_seed'
  if (betAtNonce !== null && betAtNonce !== answer.transactionId) {
    return 'nonce_reused'
  }
  return undefined
}
