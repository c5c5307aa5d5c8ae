import { isRefusal } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Bankroll } from './bankroll.ts'
import { closedAnswer } from './decided-bet.ts'
import { answerRepetition } from './earlier-answers.ts'
import type { RoundsStore } from './rounds.store.ts'
import type { Run } from './run.ts'
import type { Seats } from './seats.ts'

export type KeeperDeps = {
  seats: Seats
  bankroll: Bankroll
  ledger: LedgerService
  store: RoundsStore
  nowMs: () => number
  log: Logger
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}

/**
 * Keeps decided runs and answers their bets. Bets it can neither answer nor
 * refuse stay open, with what is known of them noted.
 *
 * @returns false when the database was lost on the way.
 */
export type KeepRuns = (runs: readonly Run[]) => Promise<boolean>

/** @param lane the row of `global_stats` that takes the house's side. */
export function runKeeper(lane: number, deps: KeeperDeps): KeepRuns {
  const { store, nowMs } = deps

  async function keep(runs: readonly Run[]): Promise<boolean> {
    const asOfMs = nowMs()
    const kept = await store.commitRuns(lane, runs).catch(asError)
    if (kept instanceof Error) return notKept(runs, kept)
    const dropped: Run[] = []
    for (const run of runs) {
      const balanceBefore = kept.get(run.seat.userId)
      if (balanceBefore === undefined) dropped.push(run)
      else settle(deps, run, { balanceBefore, asOfMs })
    }
    for (const run of dropped) abandon(deps, run)
    return repetitionsAnswered(deps, dropped)
  }

  /** A batch that raises is halved until the one bad bet is found. */
  async function notKept(runs: readonly Run[], error: Error): Promise<boolean> {
    const [run] = runs
    if (!isRefusal(error)) {
      for (const doubted of runs) doubt(deps, doubted)
      return false
    }
    if (run && runs.length === 1) {
      isolate(deps, run, error)
      return true
    }
    const middle = Math.ceil(runs.length / 2)
    const first = await keep(runs.slice(0, middle))
    const second = await keep(runs.slice(middle))
    return first && second
  }

  return keep
}

function settle(
  { seats, bankroll, onBalance }: KeeperDeps,
  run: Run,
  { balanceBefore, asOfMs }: { balanceBefore: number; asOfMs: number },
): void {
  const balance = balanceBefore + run.change
  seats.advance(run.seat, { ...run.end, balance, asOfMs })
  for (const { placed, stake, payout, answer, offset } of run.bets) {
    bankroll.settle(placed.risk, stake - payout)
    placed.answer(closedAnswer(answer, balanceBefore + offset.afterRound))
  }
  onBalance(run.seat.userId, balance)
}

/**
 * A run was dropped because its seat was old or busy, or because a request is
 * a repetition: the latter are answered. By now all that was kept is settled,
 * so nothing is lost when the database goes away here.
 */
async function repetitionsAnswered(
  { ledger, log }: KeeperDeps,
  dropped: readonly Run[],
): Promise<boolean> {
  const bets = dropped.flatMap((run) => run.bets)
  try {
    await Promise.all(
      bets.map(({ placed }) => answerRepetition(ledger, placed)),
    )
    return true
  } catch (error) {
    log.warn({ error }, 'repetitions wait for the database')
    return false
  }
}

/** Nobody knows whether this was kept; the rounds' ids will tell. */
function doubt(deps: KeeperDeps, run: Run): void {
  abandon(deps, run)
  for (const bet of run.bets) bet.placed.unconfirmed.push(bet)
}

/**
 * One bet of this run is bad. Decided alone on a seat read anew it fails no
 * other; one that fails even so is refused.
 */
function isolate(deps: KeeperDeps, run: Run, error: Error): void {
  abandon(deps, run)
  for (const { placed } of run.bets) {
    if (placed.alone) {
      deps.log.error({ error, roundId: placed.id }, 'a bet could not be kept')
      placed.refuse(error)
    }
    placed.alone = true
  }
}

/** Frees what a run that was not kept had reserved, and forgets its seat. */
function abandon({ seats, bankroll }: KeeperDeps, run: Run): void {
  seats.drop(run.seat.userId)
  for (const { placed } of run.bets) bankroll.settle(placed.risk, 0)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
