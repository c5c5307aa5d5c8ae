import {
  type FeedBet,
  type FeedName,
  readFeed,
  readFeedName,
  setFeedName,
} from '#core/api/feed.ts'
import type { PlayedBet } from '../../betting/settled-bets.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { FeedStore } from './feed.store.ts'

const PAGE_SIZE = 30
/** Largest number of bets shown per second; more can't be read. */
export const BETS_A_SECOND = 10
const TICK_EVERY_MS = 1_000
const TICK_BACK_OFF_MAX_MS = 5_000
const DELETE_EVERY_MS = 60_000

export type FeedModule = ReturnType<typeof openFeed>

/** Opens the live feed of bets. */
export function openFeed(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  { sockets: { hub } }: { sockets: Pick<SocketsModule, 'hub'> },
) {
  const store = new FeedStore(db)
  const sample = new BetSample()
  let shown: FeedBet[] | undefined

  async function read(): Promise<FeedBet[]> {
    shown = await store.newest(PAGE_SIZE)
    return shown
  }

  const service = {
    /** Adds a bet to the sample, in memory: bets don't wait for the feed. */
    note: (bet: PlayedBet): void => sample.add(bet),

    /** Newest first. */
    page: async (): Promise<FeedBet[]> => shown ?? read(),

    /** The largest gain on the page of at least 100 coins or ten times the stake; null without one. */
    bigWin(): FeedBet | null {
      const [best] = (shown ?? [])
        .filter(
          ({ payout, stake }) => payout - stake >= 100 || payout >= 10 * stake,
        )
        .toSorted((a, b) => b.payout - b.stake - (a.payout - a.stake))
      return best ?? null
    },

    /** Stores the sample and broadcasts new bets of all processes. */
    async tick(): Promise<void> {
      const played = sample.take()
      if (played.length > 0) await store.add(played)
      const before = shown
      const page = await read()
      if (!before) return
      const known = new Set(before.map(({ id }) => id))
      const news = page.filter(({ id }) => !known.has(id))
      const bets = news.slice(0, BETS_A_SECOND)
      const timestamp = clock().getTime()
      if (bets.length > 0) hub.broadcast({ type: 'feed', timestamp, bets })
    },

    deleteOld: (): Promise<void> => store.deleteOld(),

    async nameOf(userId: string): Promise<FeedName> {
      return { isHidden: await store.isHidden(userId) }
    },

    /** Applies to bets in the feed, too. */
    async setName(userId: string, { isHidden }: FeedName): Promise<FeedName> {
      await (isHidden ? store.hide(userId) : store.show(userId))
      await read()
      return { isHidden }
    },
  }

  return {
    service,
    mount(serve: Serve) {
      serve(readFeed, () => service.page())
      serve(readFeedName, ({ playerId }) => service.nameOf(playerId))
      serve(setFeedName, ({ body, playerId }) =>
        service.setName(playerId, body),
      )
    },
    jobs: [
      {
        name: 'feed',
        everyMs: TICK_EVERY_MS,
        backOffMaxMs: TICK_BACK_OFF_MAX_MS,
        run: service.tick,
      },
      {
        name: 'feed_deletion',
        everyMs: DELETE_EVERY_MS,
        run: service.deleteOld,
      },
    ],
  }
}

/** Samples the bets between two ticks: one per player, with the largest gain. */
export class BetSample {
  #bets = new Map<string, PlayedBet>()

  add(bet: PlayedBet): void {
    const known = this.#bets.get(bet.userId)
    const isShown = known
      ? gainOf(bet) > gainOf(known)
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
