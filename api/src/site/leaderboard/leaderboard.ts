import {
  readLeaderboard,
  readParticipation,
  setParticipation,
} from '#core/api/leaderboard.ts'
import type { BetSource } from '../../ledger/history/history.service.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { LeaderboardService } from './leaderboard.service.ts'
import { LeaderboardStore } from './leaderboard.store.ts'
import { WeekCounter } from './week-counter.ts'
import { WeeklyPrizes } from './weekly-prizes.ts'

const COUNT_EVERY_MS = 2_000

type Needs = {
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  /** Services that store bets. */
  sources: readonly BetSource[]
}

/** Opens the weekly leaderboard of players who have joined. */
export function openLeaderboard(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  { ledger, sources }: Needs,
) {
  const store = new LeaderboardStore(db)
  const nowMs = () => performance.now()
  const service = new LeaderboardService({ store, clock, nowMs })
  const { onBalance, service: coins } = ledger
  const counter = new WeekCounter({ db, store, sources })
  const prizes = new WeeklyPrizes({
    db,
    store,
    ledger: coins,
    clock,
    onBalance,
  })
  const lease = new Lease('leaderboard', { db, log })

  async function runNow(): Promise<void> {
    const term = await lease.term()
    if (!term) return
    await counter.count(term)
    await prizes.pay(term)
    service.forget()
  }

  return {
    service,
    /** Runs the job once. */
    runNow,
    mount(serve: Serve) {
      serve(readLeaderboard, () => service.current())
      serve(readParticipation, ({ playerId }) =>
        service.participationOf(playerId),
      )
      serve(setParticipation, ({ body, playerId }) =>
        service.setShown(playerId, body.isShown),
      )
    },
    jobs: [{ name: 'leaderboard', everyMs: COUNT_EVERY_MS, run: runNow }],
    release: () => lease.release(),
  }
}
