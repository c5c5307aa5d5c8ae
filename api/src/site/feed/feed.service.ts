import type { FeedBet, FeedName, FeedPush } from '#core/api/feed.ts'
import type { PlayedBet } from '../../betting/played-bet.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FeedStore } from './feed.store.ts'

const PAGE_SIZE = 30
/** Largest number of bets shown per second; more can't be read. */
export const BETS_A_SECOND = 10

type FeedDeps = {
  store: FeedStore
  clock: Clock
  /** Sends a message to every browser connected to this process. */
  broadcast: (message: FeedPush) => void
}

/**
 * Public feed of all players' bets. Bets don't wait for it: a sample is collected
 * in memory and stored once a second, and the samples of all processes are read
 * back once for all browsers.
 */
export class FeedService {
  readonly #deps: FeedDeps
  readonly #sample = new BetSample()
  #page: FeedBet[] | undefined

  constructor(deps: FeedDeps) {
    this.#deps = deps
  }

  readonly note = (bet: PlayedBet): void => this.#sample.add(bet)

  /** The newest bets, newest first. */
  async page(): Promise<FeedBet[]> {
    return this.#page ?? this.#read()
  }

  /** The largest gain on the page of at least 100 coins or ten times the stake; null without one. */
  bigWin(): FeedBet | null {
    const [best] = (this.#page ?? [])
      .filter(
        ({ payout, stake }) => payout - stake >= 100 || payout >= 10 * stake,
      )
      .toSorted((a, b) => b.payout - b.stake - (a.payout - a.stake))
    return best ?? null
  }

  /** Stores the sample and broadcasts new bets of all processes. */
  async tick(): Promise<void> {
    const { broadcast, clock, store } = this.#deps
    const played = this.#sample.take()
    if (played.length > 0) await store.add(played)
    const shown = this.#page
    const page = await this.#read()
    if (!shown) return
    const known = new Set(shown.map(({ id }) => id))
    const bets = page.filter(({ id }) => !known.has(id)).slice(0, BETS_A_SECOND)
    const timestamp = clock().getTime()
    if (bets.length > 0) broadcast({ type: 'feed', timestamp, bets })
  }

  deleteOld(): Promise<void> {
    return this.#deps.store.deleteOld()
  }

  async nameOf(userId: string): Promise<FeedName> {
    return { isHidden: await this.#deps.store.isHidden(userId) }
  }

  /** Applies to bets in the feed, too. */
  async setName(userId: string, { isHidden }: FeedName): Promise<FeedName> {
    const { store } = this.#deps
    await (isHidden ? store.hide(userId) : store.show(userId))
    await this.#read()
    return { isHidden }
  }

  async #read(): Promise<FeedBet[]> {
    const page = await this.#deps.store.newest(PAGE_SIZE)
    this.#page = page
    return page
  }
}

/** Samples the bets between two ticks: one per player, with the largest gain. */
export class BetSample {
  #bets = new Map<string, PlayedBet>()

  add(bet: PlayedBet): void {
    const kept = this.#bets.get(bet.userId)
    const isShown = kept
      ? gainOf(bet) > gainOf(kept)
      : this.#bets.size < BETS_A_SECOND
    if (isShown) this.#bets.set(bet.userId, bet)
  }

  /** Returns the sample collected since the last call. */
  take(): PlayedBet[] {
    const taken = [...this.#bets.values()]
    this.#bets = new Map()
    return taken
  }
}

function gainOf({ stake, payout }: PlayedBet): number {
  return payout - stake
}
