import { WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { coinFlip, type Side } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { pagePath } from '../../../lib/page-path.ts'
import { randomServerSeed } from '../../../lib/random-seed.ts'

export const GAME_PATH = pagePath('/coinflip')

/** The rules require a stake; the payout is not shown. */
const BET_AMOUNT = coins(1)

/** A flip whose server seed is fixed; only its commitment is shown yet. */
export type SealedFlip = {
  serverSeed: string
  commitment: string
  nonce: number
}

/** The visitor's part of a flip. */
export type Call = {
  clientSeed: string
  choice: Side
}

/** A finished flip with its inputs. */
export type GuestRound = SealedFlip &
  Call & {
    result: Side
  }

/** Result of replaying a flip. */
export type FlipProof = {
  /** True if the revealed seed matches the commitment. */
  isAsSealed: boolean
  /** True if both seeds give the shown result. */
  isReplayed: boolean
  /** Draw 0 as a fraction from 0 to 1, and its result. */
  fraction: string
  explanation: string
}

/** @param nonce counts the visitor's flips, from 0. */
export function sealedFlip(nonce: number): SealedFlip {
  const serverSeed = randomServerSeed()
  return {
    serverSeed,
    commitment: hashServerSeed(nobleHashes, serverSeed),
    nonce,
  }
}

export function playFlip(sealed: SealedFlip, call: Call): GuestRound {
  const { outcome } = replay({ ...sealed, ...call })
  return { ...sealed, ...call, result: outcome.result }
}

/** Replays a flip from its seeds by the rules of real rounds. */
export function proveFlip(round: GuestRound): FlipProof {
  const { commitment, result, serverSeed } = round
  const again = replay(round)
  return {
    isAsSealed: hashServerSeed(nobleHashes, serverSeed) === commitment,
    isReplayed: again.outcome.result === result,
    fraction: ((again.draws[0] ?? 0) / WORD_RANGE).toFixed(4),
    explanation: coinFlip.explain(again, 0),
  }
}

function replay({ choice, ...seeds }: SealedFlip & Call) {
  const bet = { betAmount: BET_AMOUNT, choice }
  const round = playRound(nobleHashes, { game: coinFlip, bet }, seeds)
  const { draws, outcome } = round
  return { bet, draws, outcome: coinFlip.outcome.parse(outcome) }
}
