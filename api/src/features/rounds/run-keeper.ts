import type { Hashes } from '#core/fairness/hashes.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OnPlayed } from '../feed/feed.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { ReceiptsService } from '../receipts/receipts.service.ts'
import type { Bankroll } from './bankroll.ts'
import { closedAnswer, type DecidedMove } from './decided-move.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import type { Kept, RoundsStore } from './rounds.store.ts'
import { type Run, type RunMove, runOfHit } from './run.ts'
import { type KeptRun, receiptsOf } from './run-receipts.ts'
import type { Seat, Seats } from './seats.ts'

export type KeeperDeps = {
  hashes: Hashes
  seats: Seats
  bankroll: Bankroll
  earlier: EarlierAnswers
  store: RoundsStore
  pauses: Pick<PausesService, 'refusal'>
  receipts: Pick<ReceiptsService, 'of' | 'sign'>
  clock: Clock
  nowMs: () => number
  log: Logger
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
  /** Told after the commit, of each round that is over. */
  onPlayed: OnPlayed
}

/**
 * Keeps decided runs and answers their moves. Moves it can neither answer nor
 * refuse stay open, with what is known of them noted.
 */
export type RunKeeper = {
  /** @returns false when the database was lost on the way. */
  keep(runs: readonly Run[]): Promise<boolean>
}

/** @param lane the row of `global_stats` that takes the house's side. */
export function runKeeper(lane: number, deps: KeeperDeps): RunKeeper {
  const { store, nowMs, log } = deps

  async function keep(runs: readonly Run[]): Promise<boolean> {
    const asOfMs = nowMs()
    const kept = await store.commitRuns(lane, runs).catch(asError)
    if (kept instanceof Error) return notKept(runs, kept)
    return settled(runs, { kept, asOfMs })
  }

  /** Its moves behind the hit stay open. */
  async function keepHit(probe: Run): Promise<boolean> {
    const asOfMs = nowMs()
    const runs: Run[] = []
    const kept = await store
      .commitHit(lane, (pot) => {
        runs.push(runOfHit(deps, probe, pot))
        return runs
      })
      .catch(asError)
    for (const { release } of probe.moves) release()
    if (kept instanceof Error) return notKept(runs, kept)
    return settled(runs, { kept, asOfMs })
  }

  async function settled(
    runs: readonly Run[],
    { kept, asOfMs }: { kept: Kept; asOfMs: number },
  ): Promise<boolean> {
    const { dropped, hits, settling } = sorted(runs, kept)
    const receipts = receiptsOf(deps.receipts, settling)
    for (const one of settling) settle(deps, one, { asOfMs, receipts })
    for (const run of dropped) abandon(deps, run)
    let isHealthy = await repetitionsAnswered(deps, dropped)
    for (const probe of hits) {
      isHealthy = (await keepHit(probe)) && isHealthy
    }
    return isHealthy
  }

  /** A batch that raises is halved until the one bad bet is found. */
  async function notKept(runs: readonly Run[], error: Error): Promise<boolean> {
    const [run] = runs
    if (!run) log.warn({ error }, 'a hit waits for the pot')
    if (!run || !isRefusal(error)) {
      for (const doubted of runs) doubt(deps, doubted)
      return false
    }
    if (runs.length === 1) {
      isolate(deps, run, error)
      return true
    }
    const middle = Math.ceil(runs.length / 2)
    const first = await keep(runs.slice(0, middle))
    const second = await keep(runs.slice(middle))
    return first && second
  }

  return { keep }
}

/** Runs by what became of them. */
function sorted(runs: readonly Run[], kept: Kept) {
  const dropped: Run[] = []
  const hits: Run[] = []
  const settling: KeptRun[] = []
  for (const run of runs) {
    const before = kept.get(run.seat.userId)
    if (before === undefined) dropped.push(run)
    else if (before === null) hits.push(run)
    else settling.push({ run, before })
  }
  return { dropped, hits, settling }
}

function settle(
  { seats, onBalance, onPlayed }: KeeperDeps,
  { run, before }: KeptRun,
  { asOfMs, receipts }: { asOfMs: number; receipts: Map<RunMove, string> },
): void {
  const { seat, moves, end } = run
  const balance = before.balance + run.change
  // A step of a round moves no nonce.
  const isStep = end.nonce === seat.nonce
  const seatVersion = seat.seatVersion + Number(isStep)
  for (const move of moves) noteOpen(seat, move)
  const day = dayBehind(run)
  seats.advance(seat, { ...end, seatVersion, balance, day, asOfMs })
  for (const move of moves) {
    move.release({ gain: gainOf(move, run), held: move.heldChange })
    const balanceBehind = before.balance + move.offset.afterRound
    const answer = closedAnswer(move.answer, balanceBehind)
    move.placed.answer(answer, receipts.get(move))
    if (!move.open) onPlayed(playedBet(move))
  }
  onBalance(seat.userId, balance)
}

function playedBet({ placed, round, staked, stake, payout }: RunMove) {
  const { userId, game } = placed
  const { gameType } = game
  return { betId: round.id, userId, gameType, stake: staked + stake, payout }
}

/**
 * Of the house, in coins. The last move stands for what goes through the pot:
 * the run's shares, and what a hit takes out of it and the house puts in anew.
 */
function gainOf(move: RunMove, { moves, pot, potShare }: Run): number {
  const gain = move.stake - move.payout
  if (move !== moves.at(-1)) return gain
  return gain - Math.ceil(potShare / 100) + (pot ? pot - JACKPOT_SEED : 0)
}

/** As the commit statement has reckoned it too. */
function dayBehind({ day, taken, change }: Run): DayOfPlay {
  const staked = day.staked + taken
  return { ...day, staked, paid: day.paid + taken + change }
}

function noteOpen({ open }: Seat, { placed, open: goesOn }: DecidedMove): void {
  const { gameType, choices } = placed.game
  if (goesOn) open.set(gameType, goesOn)
  else if (choices) open.delete(gameType)
}

/**
 * A run was dropped because its seat was old or busy, or because a request is
 * a repetition: the latter are answered. By now all that was kept is settled,
 * so nothing is lost when the database goes away here.
 */
async function repetitionsAnswered(
  { earlier, log }: KeeperDeps,
  dropped: readonly Run[],
): Promise<boolean> {
  const moves = dropped.flatMap((run) => run.moves)
  try {
    await Promise.all(moves.map(({ placed }) => earlier.tellRepetition(placed)))
    return true
  } catch (error) {
    log.warn({ error }, 'repetitions wait for the database')
    return false
  }
}

/** Nobody knows whether this was kept; the rounds' ids will tell. */
function doubt(deps: KeeperDeps, run: Run): void {
  abandon(deps, run)
  deps.bankroll.doubt()
  for (const { placed, roundHash, answer } of run.moves) {
    placed.unconfirmed.push({ roundHash, answer })
  }
}

/**
 * One bet of this run is bad. Decided alone on a seat read anew it fails no
 * other; one that fails even so is refused.
 */
function isolate(deps: KeeperDeps, run: Run, error: Error): void {
  abandon(deps, run)
  for (const { placed } of run.moves) {
    if (placed.hasFailed) {
      deps.log.error(
        { error, roundId: placed.roundId },
        'a bet could not be kept',
      )
      placed.refuse(error)
    }
    placed.hasFailed = true
    placed.alone = true
  }
}

/** Frees what a run that was not kept had reserved, and forgets its seat. */
function abandon({ seats }: KeeperDeps, run: Run): void {
  seats.drop(run.seat.userId)
  for (const { release } of run.moves) release()
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
