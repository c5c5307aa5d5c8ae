import { desc, eq, sql } from 'drizzle-orm'
import {
  type FeedBet,
  type FeedName,
  readFeed,
  readFeedName,
  setFeedName,
} from '#core/api/feed.ts'
import { coins } from '#core/money/coins.ts'
import type { FinishedBet } from '../../betting/settled-bets.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { feedBets, hiddenNames } from './feed.table.ts'

const PAGE_SIZE = 30
const STORED_BETS = 500
/** Largest number of bets shown per second; more can't be read. */
export const BETS_A_SECOND = 10
const TICKING = { everyMs: 1_000, backOffMaxMs: 5_000 }

export type FeedModule = ReturnType<typeof createFeed>

export function createFeed(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  { sockets: { hub } }: { sockets: Pick<SocketsModule, 'hub'> },
) {
  const sample = createBetSample()
  let shown: FeedBet[] | undefined

  async function read(): Promise<FeedBet[]> {
    const name = sql<
      string | null
    >`CASE WHEN ${hiddenNames.userId} IS NULL THEN player.username END`
    const rows = await db
      .select({
        id: feedBets.betId,
        player: name,
        gameType: feedBets.gameType,
        stake: feedBets.stake,
        payout: feedBets.payout,
        settledAt: feedBets.settledAt,
      })
      .from(feedBets)
      .innerJoin(sql`users AS player`, eq(sql`player.id`, feedBets.userId))
      .leftJoin(hiddenNames, eq(hiddenNames.userId, feedBets.userId))
      .orderBy(desc(feedBets.id))
      .limit(PAGE_SIZE)
    shown = rows.map((row) => ({
      ...row,
      stake: coins(row.stake),
      payout: coins(row.payout),
      settledAt: row.settledAt.toISOString(),
    }))
    return shown
  }

  const service = {
    /** Adds a bet to the sample, in memory: bets don't wait for the feed. */
    note: sample.add,

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
      // Ignores corrections of stored bets.
      if (played.length > 0)
        await db.insert(feedBets).values(played).onConflictDoNothing()
      const before = shown
      const page = await read()
      if (!before) return
      const known = new Set(before.map(({ id }) => id))
      const news = page.filter(({ id }) => !known.has(id))
      const bets = news.slice(0, BETS_A_SECOND)
      const timestamp = clock().getTime()
      if (bets.length > 0) hub.broadcast({ type: 'feed', timestamp, bets })
    },

    async deleteOld(): Promise<void> {
      await db
        .delete(feedBets)
        .where(
          sql`${feedBets.id} <= (SELECT max(id) FROM feed_bets) - ${STORED_BETS}`,
        )
    },

    async readName(userId: string): Promise<FeedName> {
      const isHidden = await db.$count(hiddenNames, equals(userId))
      return { isHidden: isHidden > 0 }
    },

    /** Applies to bets in the feed, too. */
    async setName(userId: string, { isHidden }: FeedName): Promise<FeedName> {
      await (isHidden
        ? db.insert(hiddenNames).values({ userId }).onConflictDoNothing()
        : db.delete(hiddenNames).where(equals(userId)))
      await read()
      return { isHidden }
    },
  }

  return {
    service,
    mount(serve: Serve) {
      serve(readFeed, async () => shown ?? read())
      serve(readFeedName, ({ playerId }) => service.readName(playerId))
      serve(setFeedName, ({ body, playerId }) =>
        service.setName(playerId, body),
      )
    },
    jobs: [
      { name: 'feed', ...TICKING, run: service.tick },
      { name: 'feed_deletion', everyMs: 60_000, run: service.deleteOld },
    ] satisfies Job[],
  }
}

const equals = (userId: string) => eq(hiddenNames.userId, userId)

/** Samples the bets between two ticks: one per player, with the largest gain. */
export function createBetSample() {
  let bets = new Map<string, FinishedBet>()
  return {
    add(bet: FinishedBet): void {
      const known = bets.get(bet.userId)
      const isShown = known
        ? getGain(bet) > getGain(known)
        : bets.size < BETS_A_SECOND
      if (isShown) bets.set(bet.userId, bet)
    },

    take(): FinishedBet[] {
      const taken = [...bets.values()]
      bets = new Map()
      return taken
    },
  }
}

function getGain({ stake, payout }: FinishedBet): number {
  return payout - stake
}
