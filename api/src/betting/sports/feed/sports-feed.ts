import type { SportsSource } from '#core/api/sports.ts'
import type { FeedGame } from '#core/sports/game.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import type { GameRow } from '../sports.table.ts'

export type SportsFeed = {
  source: SportsSource
  /** Hours of the feed per hour. */
  speed: number
  /**
   * @param right guards what the feed itself writes.
   * @param started games that should have begun and have no result.
   * @throws FeedFailure without a usable answer.
   */
  poll(right: Guard, started: readonly StartedGame[]): Promise<FeedAnswer>
}

export type StartedGame = Pick<GameRow, 'commenceTime' | 'id' | 'status'>

export type FeedAnswer = {
  /** Time of the request, epoch milliseconds. */
  askedAtMs: number
  /** In the feed's order; may contain a game more than once. */
  games: FeedGame[]
  /** True if missing games are no longer offered. */
  hasAllPrices: boolean
  pauseMs: number
}

export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
  readonly pauseMs: number

  /** @param message must not contain the URL, which has the key. */
  constructor(message: string, pauseMs = 0) {
    super(message)
    this.pauseMs = pauseMs
  }
}
