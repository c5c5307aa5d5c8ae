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
import { openSeats } from './features/rounds/seats.ts'
import type { Platform } from './platform/platform.ts'

type RoundsParts = {
  ledger: LedgerService
  fairness: FairnessService
  limits: LimitsService
  /** Of `global_stats`, for this process alone. */
  lanes: readonly number[]
  houseRefill: boolean
  nowMs: () => number
  onBalance(userId: string, balance: number): void
}

/** Playing: the engine, what is asked about rounds, and the jobs beside it. */
export async function openRoundsServices(
  { clock, db, hashes, lanePool, log, metrics }: Platform,
  parts: RoundsParts,
) {
  const {
    ledger,
    fairness,
    limits,
    lanes,
    houseRefill: refill,
    ...rest
  } = parts
  const bankroll = openBankroll({ refill })
  await bankroll.follow(() => ledger.totals())
  const pauses = new PausesService(new PausesStore(db))
  await pauses.follow()
  const store = new RoundsStore(db, lanePool)
  const openRounds = new OpenRoundsStore(db)
  const { nowMs } = rest
  const seats = openSeats({
    hashes,
    fairness,
    limits,
    store: openRounds,
    nowMs,
  })
  const shared = { hashes, seats, store }
  const engine = openBetEngine(lanes, {
    ...shared,
    ...rest,
    bankroll,
    ledger,
    earlier: earlierAnswers({ hashes, ledger, store, fairness }),
    pauses,
    clock,
    log,
  })
  return {
    engine,
    rounds: new RoundsService({ ...shared, engine, openRounds, fairness }),
    jobs: [
      bankrollJob({ ledger, bankroll, refill, log, metrics }),
      pausesJob(pauses),
      idleRoundsJob({ engine, store: openRounds, clock, log }),
    ],
  }
}
