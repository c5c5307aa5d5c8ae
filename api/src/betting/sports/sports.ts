import {
  listGames,
  listSportsBets,
  placeSportsBet,
  readSeason,
} from '#core/api/sports.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { Config } from '../../config.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { createLease, whileLeading } from '../../platform/db/lease.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { answerBet, type BetEngine } from '../engine/bet-engine.ts'
import { type OnFinished, settledPushes } from '../settled-bets.ts'
import { createFeedPoller } from './feed/feed-poller.ts'
import { createOddsApiFeed } from './feed/odds-api-feed.ts'
import { createSimulatedFeed } from './feed/simulated-feed.ts'
import { createSettlement } from './settlement.ts'
import { createSportsBets } from './sports-bets.ts'
import { createSportsGames } from './sports-games.service.ts'
import { createSportsService } from './sports-records.ts'

const EVERY_MS = 1_000
const FEED_BACK_OFF_MAX_MS = 60_000
const SETTLEMENT_BACK_OFF_MAX_MS = 5_000

type Dependencies = {
  engine: Pick<BetEngine, 'forKinds' | 'place'>
  sports: Config['sports']
  feed: { service: { note: OnFinished } }
  ledger: Pick<LedgerModule, 'onBalance' | 'service' | 'stakes'>
  sockets: Pick<SocketsModule, 'push'>
}

export function createSports(platform: Platform, needs: Dependencies) {
  const { clock, db, log, createSecrets } = platform
  const { engine, ledger } = needs
  const { exposure, oddsApi, speed } = needs.sports
  const shared = { ...platform, ledger: ledger.service, stakes: ledger.stakes }
  const drawing = { ...platform, ...createSecrets('sports') }
  const simulation = createSimulatedFeed(drawing, speed)
  const feed = oddsApi
    ? createOddsApiFeed({ ...platform, ...oddsApi })
    : simulation.feed
  const games = createSportsGames(platform, feed.source)
  const bets = createSportsBets({ ...shared, ...engine.forKinds, exposure })
  const service = createSportsService(db)
  const poller = createFeedPoller(platform, feed)
  const push = settledPushes(SPORTS_GAME_TYPE, { clock, ...needs })
  const settlement = createSettlement({
    ...shared,
    feed,
    onSettled(bet) {
      if (bet.balance !== undefined) ledger.onBalance(bet.userId, bet.balance)
      push(bet)
    },
  })
  const lease = createLease('sports', { db, log })
  return {
    service,
    seasonSeeds: simulation.seedHashes,
    /** Runs both jobs once, even if they are not due. */
    async runNow(): Promise<void> {
      const term = await lease.term()
      if (!term) return
      await poller.poll(term)
      await settlement.tick(term)
    },
    mount(serve: Serve) {
      serve(listGames, async () => new JsonText(await games.read()))
      serve(readSeason, () => simulation.seasons(feed.source))
      serve(listSportsBets, ({ playerId }) => service.ofPlayer(playerId))
      serve(placeSportsBet, ({ body: bet, ...call }) =>
        answerBet(call, (request) => engine.place(bets, { ...request, bet })),
      )
    },
    // Separate jobs, so that bets are settled while the feed fails.
    jobs: [
      {
        name: 'sports_feed',
        everyMs: EVERY_MS,
        backOffMaxMs: FEED_BACK_OFF_MAX_MS,
        run: whileLeading(lease, poller.tick),
      },
      {
        name: 'sports_settlement',
        everyMs: EVERY_MS,
        backOffMaxMs: SETTLEMENT_BACK_OFF_MAX_MS,
        run: whileLeading(lease, settlement.tick),
      },
    ] satisfies Job[],
    release: () => lease.release(),
  }
}
