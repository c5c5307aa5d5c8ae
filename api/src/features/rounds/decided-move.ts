import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import type { RoundAnswer } from '#core/schemas/round-answer.ts'
import type { PlacedBet } from './placed-bet.ts'
import { type RoundSeed, roundSeed, type Seat } from './seats.ts'

/** A bet with its outcome, before the database has agreed to it. */
export type DecidedBet = {
  placed: PlacedBet
  nonce: number
  clientSeedId: number
  stake: number
  payout: number
  bet: string
  outcome: string
  roundHash: string
  /** JSON text of the answer, still open for the balance that follows. */
  answer: string
}

/** Where a run of one player's bets stands while it is decided. */
export type Cursor = { nonce: number; upcoming: RoundSeed }

/** Plays a bet on the seat's next seeds. @returns it, and the cursor behind it. */
export function decideBet(
  hashes: Hashes,
  { placed, seat, at }: { placed: PlacedBet; seat: Seat; at: Cursor },
): { decided: DecidedBet; next: Cursor } {
  const { game, bet } = placed
  const { clientSeed } = seat
  const { serverSeed, commitment } = at.upcoming
  const round = playRound(
    hashes,
    { game, bet },
    { serverSeed, clientSeed: clientSeed.seed, nonce: at.nonce },
  )
  const next = {
    nonce: at.nonce + 1,
    upcoming: roundSeed(hashes, seat, at.nonce + 1),
  }
  const { payout } = round.outcome
  const fields = {
    transactionId: placed.id,
    betAmount: bet.betAmount,
    nonce: at.nonce,
    serverSeed,
    serverSeedHash: commitment,
    nextServerSeedHash: next.upcoming.commitment,
    clientSeed: clientSeed.seed,
    weaker: seat.weaker,
  } satisfies Omit<RoundAnswer, 'balance' | 'payout'>
  const decided = {
    placed,
    nonce: at.nonce,
    clientSeedId: clientSeed.id,
    stake: bet.betAmount,
    payout,
    bet: JSON.stringify(bet),
    outcome: JSON.stringify(round.outcome),
    roundHash: roundHash(hashes, round),
    answer: openAnswer({
      ...game.view({ staked: bet.betAmount, outcome: round.outcome }),
      ...fields,
    }),
  }
  return { decided, next }
}

/** The balance is the database's to tell: it is written in behind the rest. */
function openAnswer(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"balance":`
}

export function closedAnswer(answer: string, balance: number): string {
  return `${answer}${balance}}`
}
