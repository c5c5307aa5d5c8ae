import { setTimeout } from 'node:timers/promises'
import { NO_LIMITS } from '#core/protection/player-limits.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { Refusal } from '#core/refusals.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/db/database-failure.ts'
import { digestOf } from '../../platform/http/repeatable-request.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import { TurnQueue } from '../engine/turn-queue.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { HouseReserve } from '../rounds/rounds.ts'
import { decideRaceBet } from './decided-bet.ts'
import type { EarlierRaceBets } from './earlier-race-bets.ts'
import { HorsePools } from './horse-pools.ts'
import {
  PendingRaceBet,
  type RaceBetRequest,
  type TakenRaceBet,
} from './pending-race-bet.ts'
import { answerTo } from './race-bet-answer.ts'
import { raceBetReceipts } from './race-bet-receipts.ts'
import type { DecidedBet, Placed, RaceBetsStore } from './race-bets.store.ts'
import type { RaceView } from './race-view.ts'
import type { RaceNow } from './races.store.ts'

const BATCH_SIZE_MAX = 256
const WAITING_MAX = 5_000
const WAITING_OF_PLAYER_MAX = 32
const TIMEOUT_MS = 8_000
/** Between tries while the database is away. */
const AWAY_MS = 100

export type BettingDeps = {
  store: RaceBetsStore
  view: RaceView
  earlier: EarlierRaceBets
  house: HouseReserve
  limits: LimitsService
  pauses: Pick<PausesService, 'requireStart'>
  receipts: Pick<AnswerReceiptsService, 'sign'>
  clock: Clock
  nowMs: () => number
  log: Logger
  /** Told after the commit, with the new balance. */
  onBalance: (userId: string, balance: number) => void
}

type Refused = { pending: PendingRaceBet; error: Refusal }

/** A bet that nothing speaks against, with what the house keeps for it. */
type Accepted = {
  pending: PendingRaceBet
  bet: DecidedBet
  /** @param isKept whether it came to a bet. */
  release: (isKept: boolean) => void
}

/**
 * Takes bets on the present race, batch by batch: what waits for the database
 * is decided from what players have, and kept with one statement.
 */
export class RaceBetting {
  readonly #deps: BettingDeps
  readonly #queue = new TurnQueue<PendingRaceBet>()
  #working: Promise<void> | undefined
  /** Of the race that bets were last kept on. */
  #pools: { race: number; pools: readonly number[] } | undefined

  constructor(deps: BettingDeps) {
    this.#deps = deps
  }

  /** @returns all that the house is held to. @throws race_running, paused, … */
  async place(request: RaceBetRequest): Promise<TakenRaceBet> {
    const pending = new PendingRaceBet(request, this.#deps.nowMs())
    const waiting = this.#queue.sizeOf(request.userId)
    if (waiting >= WAITING_OF_PLAYER_MAX) {
      throw new Refusal('bets_waiting', { retryAfter: 1 })
    }
    if (this.#queue.size >= WAITING_MAX) throw new Refusal('too_busy')
    this.#queue.add(pending)
    this.#working ??= this.#work()
    return pending.answered
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    // Bets that arrived in the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (this.#queue.size > 0) {
      const batch = this.#queue.nextBatch(BATCH_SIZE_MAX)
      const isHealthy = await this.#step(batch).catch((error: unknown) => {
        this.#deps.log.warn({ error }, 'race_batch.failed')
        return false
      })
      this.#refuseTimedOut()
      if (!isHealthy) await setTimeout(AWAY_MS)
    }
    this.#working = undefined
  }

  /**
   * Decides a batch and keeps what can be kept; bets that it leaves open come
   * again. @returns false when the next try has to wait a while.
   */
  async #step(batch: readonly PendingRaceBet[]): Promise<boolean> {
    const { earlier } = this.#deps
    await earlier.tell(batch.filter(({ isInDoubt }) => isInDoubt))
    const open = batch.filter(({ isOpen }) => isOpen)
    try {
      const race = this.#openRace()
      return await this.#keep(race, await this.#decide(race, open))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A statement still on its way holds the race open: none can be kept now.
      await this.#refuse(open.map((pending) => ({ pending, error })))
      return true
    }
  }

  /** @throws paused, race_running */
  #openRace(): RaceNow {
    const { pauses, view } = this.#deps
    pauses.requireStart(RACE_GAME_TYPE)
    if (view.race?.status !== 'open') throw new Refusal('race_running')
    return view.race
  }

  async #decide(
    race: RaceNow,
    open: readonly PendingRaceBet[],
  ): Promise<Accepted[]> {
    const { clock, house, limits, store } = this.#deps
    const players = open.map(({ userId }) => userId)
    const [snapshots, limitsOf] = await Promise.all([
      store.snapshots(players),
      limits.ofPlayers(players),
    ])
    const pools = new HorsePools(this.#poolsOf(race))
    const nowMs = clock().getTime()
    const accept = (pending: PendingRaceBet): Accepted => {
      const { bet, id, request, userId } = pending
      const { amount, horseId: horse } = bet
      const snapshot = snapshots.get(userId)
      if (!snapshot) throw new Refusal('signed_out')
      const { day, held, payoutMax } = decideRaceBet(bet, {
        snapshot,
        limits: limitsOf.get(userId) ?? NO_LIMITS,
        pools,
        free: house.free(),
        nowMs,
      })
      pools.add(horse, payoutMax)
      const release = house.reserve(Math.max(0, held - amount))
      const digest = request && digestOf(request)
      return {
        pending,
        bet: { id, snapshot, horse, amount, payoutMax, day, digest },
        release: (isKept) =>
          release(isKept ? { gain: amount, held } : undefined),
      }
    }
    const accepted: Accepted[] = []
    const refused: Refused[] = []
    for (const pending of open) {
      try {
        accepted.push(accept(pending))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (!pending.isInDoubt) refused.push({ pending, error })
      }
    }
    await this.#refuse(refused)
    return accepted
  }

  /** @returns false when the database was lost on the way. */
  async #keep(race: RaceNow, accepted: readonly Accepted[]): Promise<boolean> {
    if (accepted.length === 0) return true
    const bets = accepted.map(({ bet }) => bet)
    const { store } = this.#deps
    const placed = await store.place(race.number, bets).catch(asError)
    if (placed instanceof Error) return this.#notKept(race, accepted, placed)
    await this.#settle(race, accepted, placed)
    return true
  }

  /** A batch that raises is halved until the one bad bet is found. */
  async #notKept(
    race: RaceNow,
    accepted: readonly Accepted[],
    error: Error,
  ): Promise<boolean> {
    const { log } = this.#deps
    if (!isRefusal(error)) {
      log.warn({ error }, 'race_batch.unconfirmed')
      for (const { pending, release } of accepted) {
        release(false)
        pending.isInDoubt = true
      }
      return false
    }
    const [only] = accepted
    if (only && accepted.length === 1) {
      log.error(
        { error, userId: only.pending.userId },
        'race_bet.commit_failed',
      )
      only.release(false)
      only.pending.refuse(new Refusal('unavailable'))
      return true
    }
    const middle = Math.ceil(accepted.length / 2)
    const first = await this.#keep(race, accepted.slice(0, middle))
    const second = await this.#keep(race, accepted.slice(middle))
    return first && second
  }

  /** @param placed undefined when the race has closed meanwhile. */
  async #settle(
    race: RaceNow,
    accepted: readonly Accepted[],
    placed: Placed | undefined,
  ): Promise<void> {
    const { onBalance, view } = this.#deps
    const pools = placed && new HorsePools(placed.pools)
    const receipts = raceBetReceipts(this.#deps.receipts, race, {
      accepted,
      placed,
    })
    for (const { bet, pending, release } of accepted) {
      const kept = placed?.bets.get(bet.id)
      release(kept !== undefined)
      if (!kept) continue
      const { balance, userId } = kept
      const receipt = receipts.get(bet.id)
      pools?.add(bet.horse, bet.payoutMax)
      view.add(race.number, { ...bet, ...kept })
      const answer = answerTo({ ...bet, ...kept }, race, balance)
      pending.answer({ answer, receipt })
      onBalance(userId, balance)
    }
    if (pools) this.#pools = { race: race.number, pools: pools.all() }
    const left = accepted
      .map(({ pending }) => pending)
      .filter(({ isOpen }) => isOpen)
    // Players who moved on are decided anew, unless it is a repetition.
    if (placed) return this.#deps.earlier.tell(left)
    const error = new Refusal('race_running')
    await this.#refuse(left.map((pending) => ({ pending, error })))
  }

  #poolsOf({ number, pools }: RaceNow): readonly number[] {
    return this.#pools?.race === number ? this.#pools.pools : pools
  }

  /** A bet with a key may be one that was taken before. */
  async #refuse(refused: readonly Refused[]): Promise<void> {
    await this.#deps.earlier.tell(refused.map(({ pending }) => pending))
    for (const { error, pending } of refused) {
      if (pending.isOpen) pending.refuse(error)
    }
  }

  #refuseTimedOut(): void {
    const since = this.#deps.nowMs() - TIMEOUT_MS
    for (const pending of this.#queue.placedBefore(since)) {
      const name = pending.isInDoubt ? 'bet_unknown' : 'bet_not_taken'
      pending.refuse(new Refusal(name))
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
