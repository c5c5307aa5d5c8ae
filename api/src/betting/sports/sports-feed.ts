import type { SportsSource } from '#core/api/sports.ts'
import type { FeedGame } from '#core/sports/game.ts'
import type { Guard } from '../../platform/db/lease.ts'

/** Where games, prices and scores come from. */
export type SportsFeed = {
  source: SportsSource
  /** How many of its hours pass in one of ours. */
  speed: number
  /** @throws FeedFailure when there is no answer that can be used. */
  poll(asked: FeedQuestion): Promise<FeedAnswer>
}

export type FeedQuestion = {
  /** For what the feed itself has to write down. */
  right: Guard
  /** Games that should have begun, and have no result yet. */
  unsettled: readonly { id: string; startsAtMs: number }[]
  /** Whether any of them is being played. */
  anyLive: boolean
}

export type FeedAnswer = {
  /** When it was asked, epoch milliseconds: nothing in it is newer for sure. */
  askedAtMs: number
  /** In the feed's order; a game can be among them more than once. */
  games: FeedGame[]
  /** Whether a game that is not among them is offered no more. */
  hasAllPrices: boolean
  pauseMs: number
}

/** An answer that can not be used, and for how long not to ask again. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
  readonly pauseMs: number | undefined

  /** @param message without the address that was asked: it holds the key. */
  constructor(message: string, pauseMs?: number) {
    super(message)
    this.pauseMs = pauseMs
  }
}
