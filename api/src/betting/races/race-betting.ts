import { setTimeout } from 'node:timers/promises'
import { NO_LIMITS } from '#core/protection/player-limits.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import type { Release } from '../engine/bankroll.ts'
import type { MoveAnswer } from '../engine/moves.ts'
import { TurnQueue } from '../engine/turn-queue.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { HouseReserve } from '../rounds/rounds.ts'
import {
  type DecidedRaceBet,
  decideRaceBet,
  type HorsePools,
  PendingRaceBet,
  type RaceBetRequest,
  withPayout,
} from './race-bet.ts'
import type { RaceBetAnswers } from './race-bet-answers.ts'
import type { Placed, RaceBetsStore } from './race-bets.store.ts'
import type { RaceView } from './race-view.ts'
import type { RaceNow } from './races.store.ts'

const BATCH_SIZE_MAX = 256
const WAITING_MAX = 5_000
const WAITING_OF_PLAYER_MAX = 32
const TIMEOUT_MS = 8_000
const RETRY_AFTER_MS = 100

type Refused = { pending: PendingRaceBet; error: Refusal }
type Accepted = DecidedRaceBet & { release: Release }

export type RaceBetting = ReturnType<typeof openRaceBetting>

/** Accepts bets on the current race, one batch after the other. */
export function openRaceBetting(deps: {
  store: RaceBetsStore
  view: RaceView
  answers: RaceBetAnswers
  house: HouseReserve
  limits: LimitsService
  pauses: Pick<PausesService, 'requireStart'>
  clock: Clock
  nowMs: () => number
  log: Logger
  onBalance: (userId: string, balance: number) => void
}) {
  const { answers, clock, house, limits, log, nowMs, store, view } = deps
  const queue = new TurnQueue<PendingRaceBet>()
  let working: Promise<void> | undefined
  /** Pools after this process's last bet on the race `number`. */
  let last: { number: number; pools: HorsePools } | undefined

  async function work(): Promise<void> {
    // Lets bets of the same event loop turn share a batch.
    await new Promise(setImmediate)
    while (queue.size > 0) {
      const batch = queue.nextBatch(BATCH_SIZE_MAX)
      const isHealthy = await playBatch(batch).catch((error: unknown) => {
        log.warn({ error }, 'race_batch.failed')
        return false
      })
      for (const pending of queue.placedBefore(nowMs() - TIMEOUT_MS)) {
        const name = pending.isUnconfirmed ? 'bet_unknown' : 'bet_not_taken'
        pending.refuse(new Refusal(name))
      }
      if (!isHealthy) await setTimeout(RETRY_AFTER_MS)
    }
    working = undefined
  }

  /**
   * Decides a batch and commits it. Bets that stay open are in the next batch.
   *
   * @returns false if that has to wait for the database.
   */
  async function playBatch(batch: readonly PendingRaceBet[]): Promise<boolean> {
    await answers.answerEarlier(
      batch.filter(({ isUnconfirmed }) => isUnconfirmed),
    )
    const open = batch.filter(({ isOpen }) => isOpen)
    try {
      deps.pauses.requireStart(RACE_GAME_TYPE)
      const { race } = view
      if (race?.status !== 'open') throw new Refusal('race_running')
      return await commit(race, await decide(race, open))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Unconfirmed bets too: a pending statement would keep the race open.
      await refuseAll(open, error)
      return true
    }
  }

  async function decide(
    race: RaceNow,
    open: readonly PendingRaceBet[],
  ): Promise<Accepted[]> {
    const userIds = open.map(({ userId }) => userId)
    const [players, limitsOf] = await Promise.all([
      store.players(userIds),
      limits.ofPlayers(userIds),
    ])
    let pools = last?.number === race.number ? last.pools : race.pools
    const now = clock().getTime()
    const accepted: Accepted[] = []
    const refused: Refused[] = []
    for (const pending of open) {
      const { bet, userId } = pending
      try {
        const player = players.get(userId)
        if (!player) throw new Refusal('signed_out')
        const decided = decideRaceBet(pending, {
          player,
          limits: limitsOf.get(userId) ?? NO_LIMITS,
          pools,
          free: house.free(),
          nowMs: now,
        })
        pools = withPayout(pools, bet.horseId, decided.payoutMax)
        const risk = Math.max(0, decided.reserved - bet.amount)
        accepted.push({ ...decided, release: house.reserve(risk) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (!pending.isUnconfirmed) refused.push({ pending, error })
      }
    }
    await refuse(refused)
    return accepted
  }

  async function commit(
    race: RaceNow,
    accepted: readonly Accepted[],
  ): Promise<boolean> {
    if (accepted.length === 0) return true
    let placed: Placed | undefined
    try {
      placed = await store.place(race.number, accepted)
    } catch (error) {
      return failed(race, accepted, error)
    }
    await settle(race, accepted, placed)
    return true
  }

  /** Bisects batches that the database rejects, to find the rejected bet. */
  async function failed(
    race: RaceNow,
    accepted: readonly Accepted[],
    error: unknown,
  ): Promise<boolean> {
    if (!isRefusal(error)) {
      log.warn({ error }, 'race_batch.unconfirmed')
      for (const { pending, release } of accepted) {
        release()
        pending.isUnconfirmed = true
      }
      return false
    }
    const [only] = accepted
    if (only && accepted.length === 1) {
      const { userId } = only.pending
      log.error({ error, userId }, 'race_bet.commit_failed')
      only.release()
      only.pending.refuse(new Refusal('unavailable'))
      return true
    }
    const middle = Math.ceil(accepted.length / 2)
    const first = await commit(race, accepted.slice(0, middle))
    const second = await commit(race, accepted.slice(middle))
    return first && second
  }

  /** @param placed undefined if the race closed meanwhile. */
  async function settle(
    race: RaceNow,
    accepted: readonly Accepted[],
    placed: Placed | undefined,
  ): Promise<void> {
    let pools: HorsePools = placed?.pools ?? []
    for (const { payoutMax, pending, release, reserved } of accepted) {
      const bet = placed?.bets.get(pending.id)
      if (!bet) {
        release()
        continue
      }
      const { amount, horseId: horse } = pending.bet
      release({ gain: amount, reserved })
      pools = withPayout(pools, horse, payoutMax)
      view.add(race.number, { ...bet, amount, horse })
    }
    if (placed) {
      last = { number: race.number, pools }
      answers.answerPlaced(accepted, race, placed)
      for (const { balance, userId } of placed.bets.values())
        deps.onBalance(userId, balance)
    }
    const left = accepted
      .map(({ pending }) => pending)
      .filter(({ isOpen }) => isOpen)
    // Stale players' bets are decided again, unless they are repeated requests.
    if (placed) await answers.answerEarlier(left)
    else await refuseAll(left, new Refusal('race_running'))
  }

  function refuseAll(bets: readonly PendingRaceBet[], error: Refusal) {
    return refuse(bets.map((pending) => ({ pending, error })))
  }

  /** Refuses bets that were not accepted before. */
  async function refuse(refused: readonly Refused[]): Promise<void> {
    await answers.answerEarlier(refused.map(({ pending }) => pending))
    for (const { error, pending } of refused)
      if (pending.isOpen) pending.refuse(error)
  }

  return {
    /** @throws race_running, paused, … */
    async place(asked: RaceBetRequest): Promise<MoveAnswer> {
      const pending = new PendingRaceBet(asked, nowMs())
      if (queue.sizeOf(asked.userId) >= WAITING_OF_PLAYER_MAX)
        throw new Refusal('bets_waiting', { retryAfter: 1 })
      if (queue.size >= WAITING_MAX) throw new Refusal('too_busy')
      queue.add(pending)
      working ??= work()
      return pending.answered
    },

    /** Resolves when the queue is empty. */
    idle: async () => working,
  }
}
