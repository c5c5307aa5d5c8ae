import type { FairnessService } from './features/fairness/fairness.service.ts'
import type { LedgerService } from './features/ledger/ledger.service.ts'
import type { LimitsService } from './features/limits/limits.service.ts'
import { PausesService } from './features/pauses/pauses.service.ts'
import { PausesStore } from './features/pauses/pauses.store.ts'
import { pausesJob } from './features/pauses/pauses-job.ts'
import { openBankroll } from './features/rounds/bankroll.ts'
import { bankrollJob } from './features/rounds/bankroll-job.ts'
import { openBetEngine } from './features/rounds/bet-engine.ts'
import { earlierAnswers } from './features/rounds/earlier-answers.ts'
import { idleRoundsJob } from './features/rounds/idle-rounds-job.ts'
import { OpenRoundsStore } from './features/rounds/open-rounds.store.ts'
import { RoundsService } from './features/rounds/rounds.service.ts'
import { RoundsStore } from './features/rounds/rounds.store.ts'
import { openSeats, seatReader } from './features/rounds/seats.ts'
import type { Database } from './platform/db/database.ts'
import type { Platform } from './platform/platform.ts'

/** What rounds are read with, over one of the pools. */
type RoundsReads = {
  db: Database
  fairness: FairnessService
  limits: LimitsService
}

type RoundsParts = {
  ledger: LedgerService
  /** For what is asked about rounds. */
  requests: RoundsReads
  /** For the engine, which waits for no such request. */
  bets: RoundsReads
  /** Of `global_stats`, for this process alone. */
  lanes: readonly number[]
  houseRefill: boolean
  nowMs: () => number
  onBalance(userId: string, balance: number): void
}

/** Playing: the engine, what is asked about rounds, and the jobs beside it. */
export async function openRoundsServices(
  platform: Platform,
  { ledger, lanes, houseRefill: refill, onBalance, ...parts }: RoundsParts,
) {
  const { clock, hashes, log, metrics } = platform
  const { nowMs } = parts
  const requests = openReads(platform, { ...parts.requests, nowMs })
  const bets = openReads(platform, { ...parts.bets, nowMs })
  const bankroll = openBankroll({ refill })
  await bankroll.follow(() => ledger.totals())
  const pauses = new PausesService(new PausesStore(platform.betDb))
  await pauses.follow()
  const engine = openBetEngine(lanes, {
    hashes,
    seats: openSeats(bets.readSeats),
    store: bets.store,
    bankroll,
    ledger,
    earlier: earlierAnswers({ hashes, ledger, ...bets }),
    pauses,
    clock,
    nowMs,
    log,
    onBalance,
  })
  return {
    engine,
    pauses,
    rounds: new RoundsService({ hashes, engine, ...requests }),
    jobs: [
      bankrollJob({ ledger, bankroll, refill, log, metrics }),
      pausesJob(pauses),
      idleRoundsJob({ engine, store: requests.openRounds, clock, log }),
    ],
  }
}

function openReads(
  { hashes, lanePool }: Platform,
  { db, fairness, limits, nowMs }: RoundsReads & { nowMs: () => number },
) {
  const openRounds = new OpenRoundsStore(db)
  return {
    fairness,
    openRounds,
    store: new RoundsStore(db, lanePool),
    readSeats: seatReader({
      hashes,
      fairness,
      limits,
      store: openRounds,
      nowMs,
    }),
  }
}
