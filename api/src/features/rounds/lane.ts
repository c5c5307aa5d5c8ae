import { setTimeout } from 'node:timers/promises'
import { DomainError } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { isConnectionLost } from '../../platform/db/connection-lost.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Bankroll } from './bankroll.ts'
import { closedAnswer } from './decided-bet.ts'
import type { PlacedBet } from './placed-bet.ts'
import type { RoundsStore } from './rounds.store.ts'
import { type Decision, decideRun, type Refusal, type Run } from './run.ts'
import type { Seats } from './seats.ts'

const BATCH_SIZE_MAX = 300
const WAITING_MAX = 5_000
const PATIENCE_MS = 8_000
const RECONNECT_DELAY_MS = 100

export type LaneDeps = {
  hashes: Hashes
  seats: Seats
  bankroll: Bankroll
  ledger: LedgerService
  store: RoundsStore
  nowMs: () => number
  log: Logger
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}

/** A queue of bets that are decided and kept batch by batch, one at a time. */
export type Lane = {
  add(placed: PlacedBet): void
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

export function openLane(number: number, deps: LaneDeps): Lane {
  const { hashes, seats, bankroll, store, nowMs, log } = deps
  let waiting: PlacedBet[] = []
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    // Bets that arrived in the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE_MAX)
      const calm = await step(batch).catch((error: unknown) => {
        log.warn({ error }, 'bets wait for the database')
        return false
      })
      putBack(batch.filter(isOpen))
      if (!calm) await setTimeout(RECONNECT_DELAY_MS)
    }
    working = undefined
  }

  /** What is still open goes back to the head of the queue, in its order. */
  function putBack(open: readonly PlacedBet[]): void {
    const tired = nowMs() - PATIENCE_MS
    for (const bet of open) {
      if (bet.placedAtMs < tired) bet.refuse(UNSETTLED)
    }
    waiting = [...open.filter(isOpen), ...waiting]
  }

  /**
   * Decides what can be decided of a batch and keeps it; bets it leaves open
   * come again. @returns false when the database was lost on the way.
   */
  async function step(batch: readonly PlacedBet[]): Promise<boolean> {
    await seats.load(new Set(batch.map(({ userId }) => userId)))
    await answerKept(batch)

    const players = byPlayer(batch.filter(isOpen))
    const decisions = [...players].map(([userId, bets]): Decision => {
      const seat = seats.get(userId)
      if (seat) return decideRun({ hashes, bankroll }, seat, bets)
      return { refused: bets.map((placed) => ({ placed, error: NO_PLAYER })) }
    })
    const runs = decisions.flatMap(({ run }) => run ?? [])
    const calm = runs.length === 0 || (await keep(runs))
    for (const { stale, refused } of decisions) {
      if (stale) seats.drop(stale)
      for (const refusal of refused) await refuseUnlessAnswered(refusal)
    }
    return calm
  }

  async function keep(runs: readonly Run[]): Promise<boolean> {
    const asOfMs = nowMs()
    const kept = await store.commitRuns(number, runs).catch(asError)
    if (kept instanceof Error) return notKept(runs, kept)
    for (const run of runs) {
      const before = kept.get(run.seat.userId)
      if (before === undefined) await guardFailed(run)
      else settle(run, before, asOfMs)
    }
    return true
  }

  /** A batch that raises is halved until the one bad bet is found. */
  async function notKept(runs: readonly Run[], error: Error): Promise<boolean> {
    const [run] = runs
    if (isConnectionLost(error)) {
      for (const doubted of runs) doubt(doubted)
      return false
    }
    if (run && runs.length === 1) {
      isolate(run, error)
      return true
    }
    const middle = Math.ceil(runs.length / 2)
    const first = await keep(runs.slice(0, middle))
    const second = await keep(runs.slice(middle))
    return first && second
  }

  function settle(run: Run, balanceBefore: number, asOfMs: number): void {
    const balance = balanceBefore + run.change
    seats.advance(run.seat, { ...run.end, balance, asOfMs })
    for (const { placed, stake, payout, answer, offset } of run.bets) {
      bankroll.settle(placed.risk, stake - payout)
      placed.answer(closedAnswer(answer, balanceBefore + offset.afterRound))
    }
    deps.onBalance(run.seat.userId, balance)
  }

  /** Frees what a run that was not kept had reserved, and forgets its seat. */
  function abandon(run: Run): void {
    seats.drop(run.seat.userId)
    for (const { placed } of run.bets) bankroll.settle(placed.risk, 0)
  }

  /** The seat was old, or a request is a repetition. */
  async function guardFailed(run: Run): Promise<void> {
    abandon(run)
    for (const { placed } of run.bets) await answerRepetition(placed)
  }

  /** Nobody knows whether this was kept; the rounds' ids will tell. */
  function doubt(run: Run): void {
    abandon(run)
    for (const bet of run.bets) bet.placed.unconfirmed.push(bet)
  }

  /** One bet of this run is bad: decided each alone, it fails no other. */
  function isolate(run: Run, error: Error): void {
    abandon(run)
    const [first, second] = run.bets
    if (first && !second) {
      const roundId = first.placed.id
      log.error({ error, roundId }, 'a bet could not be kept')
      first.placed.refuse(error)
    }
    for (const { placed } of run.bets) placed.alone = true
  }

  /**
   * Answers doubted bets that were kept after all. Their seats were read
   * before: when a nonce has moved and the round is not there, it never will
   * be; when it has not, the same nonce guards the next try.
   */
  async function answerKept(batch: readonly PlacedBet[]): Promise<void> {
    const doubted = batch.filter(({ unconfirmed }) => unconfirmed.length > 0)
    if (doubted.length === 0) return
    const rows = await store.findKept(doubted.map(({ id }) => id))
    for (const row of rows) {
      const placed = doubted.find(({ id }) => id === row.id)
      const decided = placed?.unconfirmed.find(
        ({ nonce, clientSeedId }) =>
          nonce === row.nonce && clientSeedId === row.clientSeedId,
      )
      if (decided) placed?.answer(closedAnswer(decided.answer, row.balance))
    }
  }

  /** A bet with a key may be one that was answered before. */
  async function refuseUnlessAnswered(refusal: Refusal): Promise<void> {
    await answerRepetition(refusal.placed)
    refusal.placed.refuse(refusal.error)
  }

  async function answerRepetition(placed: PlacedBet): Promise<void> {
    if (!placed.request) return
    const kept = await deps.ledger
      .answered(placed.userId, placed.request)
      .catch(asRefusal)
    if (kept instanceof DomainError) placed.refuse(kept)
    else if (kept) placed.answer(closedAnswer(kept.answer, kept.balance))
  }

  return {
    add(placed) {
      if (waiting.length >= WAITING_MAX) return placed.refuse(OVERLOADED)
      waiting.push(placed)
      working ??= work()
    },
    idle: async () => working,
  }
}

const UNSETTLED = new DomainError(
  'unavailable',
  'The bet could not be settled in time. Send it again with the same Idempotency-Key: it counts once.',
)
const OVERLOADED = new DomainError(
  'unavailable',
  'Too many bets at once. Nothing was taken; try again.',
)
const NO_PLAYER = new DomainError('signed_out', 'Sign in to play.')

function isOpen(placed: PlacedBet): boolean {
  return placed.isOpen
}

function byPlayer(bets: readonly PlacedBet[]): Map<string, PlacedBet[]> {
  return Map.groupBy(bets, ({ userId }) => userId)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}
