import type { Hashes } from '#core/fairness/hashes.ts'
import { roundHash } from '#core/fairness/round.ts'
import type { Coins } from '#core/money/coins.ts'
import { type OpenRound, replayOf, shownRound } from './open-round.ts'
import type { PlannedMove } from './planned-move.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'
import { roundSeed } from './round-seed.ts'

/** A move with what came of it, before the database has agreed to it. */
export type DecidedMove = PlannedMove & {
  /** Coins that the move takes, and that it pays back. */
  stake: number
  payout: number
  /** The round as it goes on; undefined when it is over. */
  open: OpenRound | undefined
  /** What the house keeps for the round now less what it kept before. */
  heldChange: number
  /**
   * JSON texts; null the outcome of a round that is not over, and the hand of
   * one that has no steps.
   */
  bet: string
  outcome: string
  hand: string
  roundHash: string | undefined
  /** JSON text of the answer, still open for the balance that follows. */
  answer: string
  /** The same for repetitions; null where the replay of the round tells it. */
  keptAnswer: string | null
}

type Standing = {
  snapshot: PlayerSnapshot
  at: Cursor
  /** What a hit takes, in coins. */
  pot: Coins
}

/** Draws for a planned move. */
export function decideMove(
  hashes: Hashes,
  planned: PlannedMove,
  { snapshot, at, pot }: Standing,
): { decided: DecidedMove; next: Cursor; isHit: boolean } {
  const { isStart, staked, exposure } = planned
  const { round, position, ended, isHit } = drawn(hashes, planned, pot)
  const next = isStart ? cursorBehind(hashes, snapshot, at) : at
  const held = ended ? 0 : exposure.loss + position.staked
  const heldChange = held - round.held
  const hand = handText(round, { staked: position.staked, held, heldChange })
  const answer = openAnswer(
    shownRound(round, position, next.upcoming.commitment),
  )
  const decided: DecidedMove = {
    ...planned,
    stake: position.staked - staked,
    payout: ended?.outcome.payout ?? 0,
    open: ended ? undefined : { ...round, held },
    heldChange,
    hand,
    bet: JSON.stringify(round.bet),
    outcome: ended ? JSON.stringify(ended.outcome) : 'null',
    roundHash: ended && roundHash(hashes, ended),
    answer,
    keptAnswer: round.game.choices ? answer : null,
  }
  return { decided, next, isHit }
}

/** The round behind the move: one that waits for the pot has taken it. */
function drawn(hashes: Hashes, { round }: PlannedMove, pot: Coins) {
  const { position, round: ended } = replayOf(hashes, round)
  const { jackpot } = round.game
  const isHit = !ended && jackpot !== undefined && jackpot.isHit(position)
  if (!isHit) return { round, position, ended, isHit }
  const paid = { ...round, actions: [jackpot.win(pot)] }
  const over = replayOf(hashes, paid)
  return { round: paid, position: over.position, ended: over.round, isHit }
}

/** Of a round that its bet and draws alone decide. */
export const NO_HAND = 'null'

/** How a round with steps stands, as the commit statement takes it. */
function handText(
  { game, actions, weaker, clientSeed }: OpenRound,
  standing: { staked: number; held: number; heldChange: number },
): string {
  if (!game.choices && actions.length === 0) return NO_HAND
  const step = game.choices ? actions.length : 0
  const hand = { step, actions, weaker, clientSeed: clientSeed.seed }
  return JSON.stringify({ ...hand, ...standing })
}

function cursorBehind(
  hashes: Hashes,
  snapshot: PlayerSnapshot,
  { nonce }: Cursor,
): Cursor {
  return { nonce: nonce + 1, upcoming: roundSeed(hashes, snapshot, nonce + 1) }
}

/** The balance is the database's to tell: it is written in behind the rest. */
export function openAnswer(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"balance":`
}

export function closedAnswer(answer: string, balance: number): string {
  return `${answer}${balance}}`
}
