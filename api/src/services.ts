import type { Config } from './config.ts'
import { authService } from './features/auth/auth.service.ts'
import { authStore } from './features/auth/auth.store.ts'
import { loginLimits } from './features/auth/login-limits.ts'
import { sessionStore } from './features/auth/session-middleware.ts'
import { openSessions } from './features/auth/sessions.ts'
import { fairnessService } from './features/fairness/fairness.service.ts'
import { fairnessStore } from './features/fairness/fairness.store.ts'
import { openBalancePushes } from './features/ledger/balance-pushes.ts'
import { ledgerService } from './features/ledger/ledger.service.ts'
import { ledgerStore } from './features/ledger/ledger.store.ts'
import { openBankroll } from './features/rounds/bankroll.ts'
import { bankrollJob } from './features/rounds/bankroll-job.ts'
import { openBetEngine } from './features/rounds/bet-engine.ts'
import { roundsService } from './features/rounds/rounds.service.ts'
import { roundsStore } from './features/rounds/rounds.store.ts'
import { openSeats } from './features/rounds/seats.ts'
import { statsService } from './features/stats/stats.service.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { databaseOn, openPool } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { type Entropy, systemEntropy } from './platform/entropy.ts'
import { openEvents } from './platform/events.ts'
import { superviseJobs } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import { makeMetrics } from './platform/metrics.ts'
import { nativeHashes } from './platform/native-hashes.ts'
import { sealedBox } from './platform/secrets/sealed-box.ts'
import { openSocketHub } from './platform/ws/socket-hub.ts'

const HOUSEKEEPING_EVERY_MS = 10 * 60 * 1_000

export type Services = Awaited<ReturnType<typeof openServices>>

/** Builds everything behind the routes on a migrated database. */
export async function openServices(deps: {
  config: Config
  log: Logger
  clock?: Clock
  entropy?: Entropy
}) {
  const { config, log, clock = systemClock, entropy = systemEntropy } = deps
  await migrate(config.databaseDirectUrl)
  const metrics = makeMetrics()
  const hashes = nativeHashes
  const pool = openPool(config.databaseUrl, log)
  const lanePool = openPool(config.databaseUrl, log, config.lanes)
  const db = databaseOn(pool)
  const events = openEvents(config.databaseDirectUrl, log)
  const box = sealedBox(config.masterKeys, entropy)

  const store = sessionStore(pool)
  const secret = config.sessionSecret
  const sessions = openSessions({ store, secret, events })
  const hub = openSocketHub((req) => sessions.resolve(req.headers.cookie))
  sessions.onDropped((digest) => hub.closeSession(digest))
  const pushes = openBalancePushes({ events, hub, clock })

  const ledger = ledgerService({
    db,
    store: ledgerStore(db),
    clock,
    onBalance: pushes.changed,
  })
  const fairness = fairnessService({
    db,
    store: fairnessStore(db),
    hashes,
    box,
    entropy,
    clock,
  })
  const auth = authService({
    db,
    store: authStore(db),
    limits: loginLimits(pool),
    ledger,
    fairness,
  })

  const nowMs = () => performance.now()
  const bankroll = openBankroll()
  bankroll.follow(await ledger.totals())
  const roundsDb = roundsStore(db, lanePool)
  const engine = openBetEngine(await ledger.claimLanes(config.lanes), {
    hashes,
    seats: openSeats({ hashes, fairness, nowMs }),
    bankroll,
    ledger,
    store: roundsDb,
    nowMs,
    log,
    onBalance: pushes.changed,
  })
  const rounds = roundsService({ engine, store: roundsDb, fairness, hashes })
  const stats = statsService(ledger)
  const refill = config.houseRefill

  const jobs = superviseJobs(
    [
      bankrollJob({ ledger, bankroll, refill, log, metrics }),
      {
        name: 'housekeeping',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: ledger.forgetOldAnswers,
      },
    ],
    { log, metrics },
  )

  return {
    metrics,
    hub,
    store,
    sessions,
    auth,
    fairness,
    ledger,
    rounds,
    stats,
    async isReady() {
      await pool.query('SELECT')
      return true
    },
    /** Answers what is under way, then lets go of everything. */
    async close() {
      await engine.close()
      await jobs.close()
      hub.close()
      await events.close()
      await Promise.all([pool.end(), lanePool.end()])
    },
  }
}
