import type { Game, RequestedMove } from '#core/games/game.ts'
import type { RepeatableRequest } from '../../platform/http/repeatable-request.ts'
import { newId } from '../../platform/ids.ts'

/** What a player asks for: a bet, or an action in the round that is open. */
export type MoveRequest = {
  userId: string
  game: Game
  ask: RequestedMove
  request: RepeatableRequest | undefined
}

/** What a move is answered. */
export type MoveAnswer = {
  /** JSON. */
  text: string
  /** JSON; left out where no coins moved. */
  receipt: string | undefined
}

/** A decision whose commit nobody has confirmed. */
type Unconfirmed = { roundHash: string | undefined; answer: string }

/** A move on its way: what was asked for, and who waits for the answer. */
export class PlacedMove {
  /** The request's; of one that can not be repeated made here. */
  readonly id: string
  /** What the round is to be called that it starts. */
  readonly roundId: string
  /** What it asks for, where it has to be told from others under its key. */
  readonly text: string
  readonly userId: string
  readonly game: Game
  readonly ask: RequestedMove
  /** The player can send it again under its key. */
  readonly isRepeatable: boolean
  /** Milliseconds of the monotonic clock. */
  readonly placedAtMs: number
  /**
   * Decided on its own: in a player batch it would fail others, or others it.
   */
  alone: boolean
  /** The database would not have it once: alone it gets one more try. */
  hasFailed = false
  /** Decisions that were sent and never confirmed; one may have been kept. */
  readonly unconfirmed: Unconfirmed[] = []
  readonly #answered = Promise.withResolvers<MoveAnswer>()
  #isOpen = true
  #onClosed: (() => void) | undefined

  constructor(asked: MoveRequest, placedAtMs: number) {
    this.id = asked.request?.id ?? newId()
    // A round that is played at once is its request's only trace. A hand has
    // kept answers for that, and has to outlive them under a name of its own.
    this.roundId = asked.game.choices ? newId() : this.id
    this.text = asked.request?.text ?? ''
    this.userId = asked.userId
    this.game = asked.game
    this.ask = asked.ask
    this.isRepeatable = asked.request !== undefined
    this.placedAtMs = placedAtMs
    this.alone = asked.game.choices !== undefined
  }

  get answered(): Promise<MoveAnswer> {
    return this.#answered.promise
  }

  /** Neither answered nor refused yet. The first of either counts. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  answer(text: string, receipt: string | undefined): void {
    this.#close()
    this.#answered.resolve({ text, receipt })
  }

  refuse(error: Error): void {
    this.#close()
    this.#answered.reject(error)
  }

  /**
   * Calls once the move is answered or refused, before who asked hears of it.
   */
  onClosed(listener: () => void): void {
    this.#onClosed = listener
  }

  #close(): void {
    this.#isOpen = false
    this.#onClosed?.()
  }
}
