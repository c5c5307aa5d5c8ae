import type { PlaceRaceBetAnswer } from '#core/api/races.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import type { RepeatableRequest } from '../../platform/http/repeatable-request.ts'
import { newId } from '../../platform/ids.ts'
import type { Turn } from '../engine/turn-queue.ts'

export type RaceBetRequest = {
  userId: string
  bet: RaceBet
  request: RepeatableRequest | undefined
}

/** What a bet is answered that was taken. */
export type TakenRaceBet = {
  answer: PlaceRaceBetAnswer
  /** JSON text. */
  receipt: string | undefined
}

/** A bet on its way: what was asked for, and who waits for the answer. */
export class PendingRaceBet implements Turn {
  /** The request's; of one that can not be repeated made here. */
  readonly id: string
  readonly userId: string
  readonly bet: RaceBet
  readonly request: RepeatableRequest | undefined
  readonly placedAtMs: number
  /** The guard of a batch is for one bet a player. */
  readonly alone = true
  /** It was sent to the database, which may have kept it. */
  isInDoubt = false
  readonly #answered = Promise.withResolvers<TakenRaceBet>()
  #isOpen = true
  #onClosed: (() => void) | undefined

  constructor({ bet, request, userId }: RaceBetRequest, placedAtMs: number) {
    this.id = request?.id ?? newId()
    this.userId = userId
    this.bet = bet
    this.request = request
    this.placedAtMs = placedAtMs
  }

  get answered(): Promise<TakenRaceBet> {
    return this.#answered.promise
  }

  /** Neither answered nor refused yet. The first of either counts. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  onClosed(listener: () => void): void {
    this.#onClosed = listener
  }

  answer(taken: TakenRaceBet): void {
    this.#answered.resolve(taken)
    this.#close()
  }

  refuse(error: Error): void {
    this.#answered.reject(error)
    this.#close()
  }

  #close(): void {
    this.#isOpen = false
    this.#onClosed?.()
  }
}
