import type { RaceHistoryAnswer, RacePush } from '#core/api/races.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { HorseId } from '#core/race/horses.ts'
import type { Logger } from '../../platform/logger.ts'
import type { PlacedBet, RaceBetsStore } from './race-bets.store.ts'
import { messagesFor, newsOf } from './race-messages.ts'
import { recordOfOver } from './race-records.ts'
import type { RaceNow, RaceRow, RacesStore } from './races.store.ts'

export const HISTORY_LENGTH = 20
/** Bets that other processes have taken show after as long at most. */
const BETS_READ_EVERY_MS = 1_000

export type HorseStake = { horseId: HorseId; amount: number }

type ViewDeps = {
  store: RacesStore
  bets: RaceBetsStore
  hashes: Hashes
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Called with what browsers are told when the race has moved on. */
  broadcast: (message: RacePush) => void
  log: Logger
}

/**
 * The present race as this process last read it, and what all polls and new
 * sockets are answered from: however many ask, it is read when a leader
 * announces a step, and once a second.
 */
export class RaceView {
  readonly #deps: ViewDeps
  #race: RaceNow | undefined
  #readAtMs = 0
  #history: RaceHistoryAnswer = []
  /** Stakes on the present race, by player; and bets seen so far. */
  #stakes = new Map<string, Map<HorseId, number>>()
  readonly #seen = new Set<number>()
  #betsReadAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> = Promise.resolve()

  constructor(deps: ViewDeps) {
    this.#deps = deps
  }

  get race(): RaceNow | undefined {
    return this.#race
  }

  /** The moment by the database's clock. */
  now(): Date {
    const { nowMs } = this.#deps
    const at = this.#race?.now.getTime() ?? 0
    return new Date(at + nowMs() - this.#readAtMs)
  }

  history(): RaceHistoryAnswer {
    return this.#history
  }

  /** Reads the race again, one after the other. */
  refresh(): Promise<void> {
    this.#reading = this.#reading
      .then(() => this.#read())
      .catch((error: unknown) => {
        this.#deps.log.warn({ error }, 'race.refresh_failed')
      })
    return this.#reading
  }

  /** What a browser that has just connected is told. */
  welcome(): RacePush[] {
    return this.#race ? messagesFor(this.#race, this.now()) : []
  }

  /** A player's stakes on the present race, a horse each. */
  async stakesOf(userId: string): Promise<HorseStake[]> {
    await this.#readBets()
    const own = this.#stakes.get(userId) ?? new Map<HorseId, number>()
    return Array.from(own, ([horseId, amount]) => ({ horseId, amount }))
  }

  /** Counts a bet that this process has just kept. */
  add(race: number, bet: NewStake): void {
    if (race !== this.#race?.number || this.#seen.has(bet.index)) return
    this.#seen.add(bet.index)
    const own = this.#stakes.get(bet.userId) ?? new Map<HorseId, number>()
    own.set(bet.horse, (own.get(bet.horse) ?? 0) + bet.amount)
    this.#stakes.set(bet.userId, own)
  }

  async #read(): Promise<void> {
    const { broadcast, hashes, nowMs, store } = this.#deps
    const readAtMs = nowMs()
    const race = await store.latest()
    if (!race) return
    const before = this.#race
    if (before && before.number > race.number) return
    this.#race = race
    this.#readAtMs = readAtMs
    const isNext = race.number !== before?.number
    if (isNext) this.#forgetBets()
    if (!isNext && race.status === before.status) return
    if (isOver(race) || !before) {
      const over = await store.over(HISTORY_LENGTH)
      this.#history = over.map((one) => recordOfOver(hashes, one))
    }
    if (before) for (const news of newsOf(race, before)) broadcast(news)
  }

  async #readBets(): Promise<void> {
    const { bets, nowMs } = this.#deps
    const race = this.#race
    if (!race || nowMs() - this.#betsReadAtMs < BETS_READ_EVERY_MS) return
    this.#betsReadAtMs = nowMs()
    for (const bet of await bets.ofRace(race.number, this.#firstUnseen())) {
      this.add(race.number, bet)
    }
  }

  #firstUnseen(): number {
    let index = 0
    while (this.#seen.has(index)) index += 1
    return index
  }

  #forgetBets(): void {
    this.#stakes = new Map()
    this.#seen.clear()
    this.#betsReadAtMs = Number.NEGATIVE_INFINITY
  }
}

type NewStake = Pick<PlacedBet, 'index' | 'userId'> & {
  horse: HorseId
  amount: number
}

function isOver({ status }: RaceRow): boolean {
  return status === 'settled' || status === 'void'
}
