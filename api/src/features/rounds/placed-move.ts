import type { Ask, Game } from '#core/games/game.ts'
import { newId } from '../../platform/ids.ts'

/** What a player asks for: a bet, or an action in the round that is open. */
export type MoveRequest = {
  userId: string
  game: Game
  ask: Ask
  request: { key: string; digest: string } | undefined
}

/** A decision whose commit nobody has confirmed. */
type Unconfirmed = { roundHash: string | undefined; answer: string }

/** A move on its way: what was asked for, and who waits for the answer. */
export class PlacedMove {
  /** Made by the engine; becomes the id of the round that it starts. */
  readonly id = newId()
  readonly userId: string
  readonly game: Game
  readonly ask: Ask
  readonly request: MoveRequest['request']
  /** The player can send it again under its key. */
  readonly isRepeatable: boolean
  /** Milliseconds of the monotonic clock. */
  readonly placedAtMs: number
  /** Decided on its own: in a run it would fail others, or others it. */
  alone: boolean
  /** The database would not have it once: alone it gets one more try. */
  hasFailed = false
  /** Decisions that were sent and never confirmed; one may have been kept. */
  readonly unconfirmed: Unconfirmed[] = []
  readonly #answered = Promise.withResolvers<string>()
  #isOpen = true

  constructor(asked: MoveRequest, placedAtMs: number) {
    this.userId = asked.userId
    this.game = asked.game
    this.ask = asked.ask
    this.isRepeatable = asked.request !== undefined
    this.request = asked.request ?? ownKey(asked.game)
    this.placedAtMs = placedAtMs
    this.alone = asked.game.choices !== undefined
  }

  /** JSON text of the answer. */
  get answered(): Promise<string> {
    return this.#answered.promise
  }

  /** Neither answered nor refused yet. The first of either counts. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  answer(body: string): void {
    this.#isOpen = false
    this.#answered.resolve(body)
  }

  refuse(error: Error): void {
    this.#isOpen = false
    this.#answered.reject(error)
  }
}

/**
 * A step of a hand leaves no row of its own to look it up by, should its
 * commit be in doubt: its key does.
 */
function ownKey({ choices }: Game): MoveRequest['request'] {
  return choices && { key: newId(), digest: newId() }
}
