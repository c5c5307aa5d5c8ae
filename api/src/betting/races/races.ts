import { sql } from 'drizzle-orm'
import { listRaceBets, placeRaceBet, readRaceState } from '#core/api/races.ts'
import { coins } from '#core/money/coins.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import type { OnPlayed } from '../played-bet.ts'
import type { RoundsModule } from '../rounds/rounds.ts'
import { EarlierRaceBets } from './earlier-race-bets.ts'
import { RaceBetsStore } from './race-bets.store.ts'
import { RaceBetting } from './race-betting.ts'
import { RaceLeader, type RaceTimes } from './race-leader.ts'
import { RaceListService } from './race-list.service.ts'
import { RaceSettler } from './race-settler.ts'
import { RaceView } from './race-view.ts'
import { RacesService } from './races.service.ts'
import { RacesStore } from './races.store.ts'
import { raceJob, raceViewJob } from './races-jobs.ts'
import { chainSalts, type SaltSource } from './salt-source.ts'
import { SeedVault } from './seed-vault.ts'
import { SeedsStore } from './seeds.store.ts'

const TIMES: RaceTimes = {
  openMs: 30_000,
  winnerMs: 3_000,
  headWithinMs: 20_000,
  // Long enough for a chain that finalizes nothing for a thousand blocks.
  saltWithinMs: 10 * 60_000,
}

type Needs = {
  /** Races take their salts from it; without one there are none. */
  chain: Pick<DepositChainModule, 'chain'> | undefined
  feed: { service: { note: OnPlayed } }
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  limits: Pick<LimitsModule, 'forBets'>
  pauses: Pick<PausesModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answersForBets'>
  rounds: Pick<RoundsModule, 'house' | 'service'>
  sockets: Pick<SocketsModule, 'hub' | 'push'>
}

/** Horse races, one for everybody. */
export async function openRaces(platform: Platform, needs: Needs) {
  const { betPool, clock, db, events, hashes, log } = platform
  const { ledger, limits, pauses, rounds, sockets } = needs
  const receipts = needs.receipts.answersForBets
  const store = new RacesStore(db)
  const bets = new RaceBetsStore(db, betPool)
  const view = new RaceView({
    store,
    bets,
    hashes,
    nowMs,
    broadcast: (message) => sockets.hub.broadcast(message),
    log,
  })
  await view.refresh()
  events.subscribe('races', () => void view.refresh())
  sockets.hub.welcomeWith(() => view.welcome())
  const betting = new RaceBetting({
    store: bets,
    view,
    earlier: new EarlierRaceBets({
      ledger: ledger.service,
      store,
      bets,
      receipts,
      isPlayed: (id) => db.transaction((tx) => rounds.service.isPlayed(id, tx)),
    }),
    house: rounds.house,
    limits: limits.forBets,
    pauses: pauses.service,
    receipts,
    clock,
    nowMs,
    log,
    onBalance: ledger.onBalance,
  })
  const seeds = new SeedsStore(db)
  const service = new RacesService({ betting, store, view, seeds, hashes })
  const { chain } = needs
  const leading =
    chain &&
    openRaceLeader(platform, { ...needs, salts: chainSalts(chain.chain) })
  return {
    service,
    view,
    mount(serve: Serve) {
      serve(readRaceState, () => service.state())
      // Every page polls it each second, signed in or not.
      serve(listRaceBets, ({ playerId }) =>
        playerId ? service.currentBets(playerId) : [],
      )
      serve(placeRaceBet, async ({ body, playerId, repeatable, res }) => {
        const { answer, receipt } = await service.place({
          userId: playerId,
          bet: body,
          request: repeatable,
        })
        setReceipt(res, receipt)
        return answer
      })
    },
    jobs: [raceViewJob(view), ...(leading ? [raceJob(leading)] : [])],
    drain: () => betting.idle(),
    release: async () => leading?.lease.release(),
  }
}

/** Races as operators see them. */
export function raceListOver(db: Database): RaceListService {
  return new RaceListService(db)
}

/** What takes races on, in the process that leads. */
export function openRaceLeader(
  { betPool, clock, db, hashes, log, secretsOf }: Platform,
  needs: Pick<Needs, 'feed' | 'ledger' | 'pauses' | 'sockets'> & {
    salts: SaltSource
    times?: RaceTimes
  },
) {
  const { feed, ledger, pauses, salts, sockets, times = TIMES } = needs
  const seeds = new SeedsStore(db)
  const settler = new RaceSettler({
    db,
    store: new RaceBetsStore(db, betPool),
    hashes,
    clock,
    onBalance: ledger.onBalance,
    onSettled({ amount, id, payout, status, userId }) {
      const gameType = RACE_GAME_TYPE
      sockets.push(userId, {
        type: 'bet',
        timestamp: clock().getTime(),
        gameType,
        id,
        status,
        amount: coins(amount),
        payout: coins(payout),
      })
      if (status === 'void') return
      feed.service.note({ betId: id, userId, gameType, stake: amount, payout })
    },
  })
  const leader = new RaceLeader({
    db,
    store: new RacesStore(db),
    seeds,
    vault: new SeedVault({ ...secretsOf('races'), store: seeds, hashes }),
    salts,
    settler,
    hashes,
    times,
    isPaused: () => pauses.service.isPaused(RACE_GAME_TYPE),
    announce: async (tx) => {
      await tx.execute(sql`SELECT pg_notify('races', '')`)
    },
    log,
  })
  return { leader, lease: new Lease('races', { db, log }) }
}

function nowMs(): number {
  return performance.now()
}
