import {
  listGames,
  listSportsBets,
  placeSportsBet,
  readSeason,
} from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import type { SportsConfig } from '../../sports-config.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import type { OnPlayed } from '../played-bet.ts'
import type { RoundsModule } from '../rounds/rounds.ts'
import { GameDecisionsService } from './game-decisions.service.ts'
import { GamesPoller } from './games-poller.ts'
import { OddsApiFeed } from './odds-api-feed.ts'
import { type SettledBet, Settlement } from './settlement.ts'
import { SimulatedFeed } from './simulated-feed.ts'
import { SportsBetsService } from './sports-bets.service.ts'
import { BetsStore } from './sports-bets.store.ts'
import { SportsGamesService } from './sports-games.service.ts'
import { GamesStore } from './sports-games.store.ts'
import { sportsJobs } from './sports-jobs.ts'
import { SportsListService } from './sports-list.service.ts'
import { SeasonsStore } from './sports-seasons.store.ts'

type Needs = {
  sports: SportsConfig
  feed: { service: { note: OnPlayed } }
  ledger: Pick<LedgerModule, 'onBalance' | 'service' | 'stakes'>
  limits: Pick<LimitsModule, 'service'>
  pauses: Pick<PausesModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answers'>
  rounds: Pick<RoundsModule, 'service'>
  sockets: Pick<SocketsModule, 'push'>
}

/** Bets on NBA games, real or simulated. */
export function openSports(platform: Platform, needs: Needs) {
  const { clock, db, log } = platform
  const stores = {
    games: new GamesStore(db),
    bets: new BetsStore(db),
    seasons: new SeasonsStore(db),
  }
  const shared = { ...platform, ...stores, nowMs: () => performance.now() }
  const { feed, simulated } = openFeeds(platform, stores.seasons, needs.sports)
  const services = {
    games: new SportsGamesService({ ...shared, feed, simulated }),
    bets: new SportsBetsService({ ...shared, ...servicesIn(needs) }),
  }
  const poller = new GamesPoller({ ...shared, store: stores.games, feed })
  const { source, speed } = feed
  const settlement = new Settlement({
    ...shared,
    ...servicesIn(needs),
    source,
    speed,
    onSettled: settledPushes(clock, needs),
  })
  const lease = new Lease('sports', { db, log })
  return {
    service: services.bets,
    games: services.games,
    /** One round of both jobs at once, whether or not it is time to. */
    async runNow(): Promise<void> {
      const term = await lease.term()
      if (!term) return
      await poller.poll(term)
      await settlement.tick(term)
    },
    mount(serve: Serve) {
      serve(listGames, async () => new JsonText(await services.games.list()))
      serve(readSeason, () => services.games.season())
      serve(listSportsBets, ({ playerId }) => services.bets.ofPlayer(playerId))
      serve(placeSportsBet, async ({ body, playerId, repeatable, res }) => {
        const { receipt, text } = await services.bets.place({
          userId: playerId,
          ask: body,
          request: repeatable,
        })
        setReceipt(res, receipt)
        return new JsonText(text)
      })
    },
    jobs: sportsJobs({ lease, poller, settlement }),
    release: () => lease.release(),
  }
}

/** For a command: what operators decide about games. */
export function decisionsOver(
  db: Database,
  clock: Clock,
): GameDecisionsService {
  return new GameDecisionsService({ games: new GamesStore(db), clock })
}

/** For operators: games with their bets, and how the feed stands. */
export function sportsListOver(db: Database, clock: Clock): SportsListService {
  return new SportsListService({ db, clock })
}

function servicesIn(needs: Needs) {
  const { ledger, limits, pauses, receipts, rounds, sports } = needs
  return {
    ledger: ledger.service,
    stakes: ledger.stakes,
    onBalance: ledger.onBalance,
    limits: limits.service,
    pauses: pauses.service,
    receipts: receipts.answers,
    rounds: rounds.service,
    exposure: sports.exposure,
  }
}

function openFeeds(
  platform: Platform,
  store: SeasonsStore,
  { oddsApi, speed }: SportsConfig,
) {
  const simulated = new SimulatedFeed({
    ...platform,
    ...platform.secretsOf('sports'),
    store,
    speed,
  })
  const feed = oddsApi
    ? new OddsApiFeed({ ...platform, ...oddsApi })
    : simulated
  return { feed, simulated }
}

/** Tells a player's browsers, wherever they are connected, and the feed. */
function settledPushes(clock: Clock, { feed, ledger, sockets }: Needs) {
  return ({ userId, balance, ...settled }: SettledBet): void => {
    const { amount, betId: id, payout, status } = settled
    if (balance !== undefined) ledger.onBalance(userId, balance)
    const timestamp = clock().getTime()
    const bet = { gameType: 'Sports Bet', id, status } as const
    sockets.push(userId, {
      type: 'bet',
      timestamp,
      ...bet,
      amount: coins(amount),
      payout: coins(payout),
    })
    if (status !== 'won' && status !== 'lost') return
    const { gameType } = bet
    feed.service.note({ betId: id, userId, gameType, stake: amount, payout })
  }
}
