import { asc, desc, gte, lt } from 'drizzle-orm'
import type { HouseSample } from '#core/api/operator/series.ts'
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts'
import { freeBankroll, type LedgerService } from '../ledger/ledger.service.ts'
import type { Platform } from '../platform/platform.ts'
import { houseSamples } from './operators.table.ts'

const KEPT_MS = 28 * 24 * HOUR_MS
/** A rate covers half a minute at least, and usually one to two. */
const RATE_LEAST_MS = 30_000
const RATE_MOST_MS = 5 * MINUTE_MS

/** Creates the store of samples of the bankroll's totals, one a minute. */
export function createHouseSamples(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  ledger: Pick<LedgerService, 'totals'>,
) {
  const { at: sampledAt } = houseSamples
  return {
    /** Stores the totals, unless another process has stored this minute's. */
    async take(): Promise<void> {
      const now = clock()
      const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
      const totals = await ledger.totals()
      const { house, jackpot, reserved: held } = totals
      const betsPlaced = totals.totalBetsPlaced
      const amountWagered = totals.totalAmountWagered
      await db
        .insert(houseSamples)
        .values({ at, house, held, jackpot, betsPlaced, amountWagered })
        .onConflictDoNothing()
      const oldest = new Date(now.getTime() - KEPT_MS)
      await db.delete(houseSamples).where(lt(sampledAt, oldest))
    },

    async lastHours(hours: number): Promise<HouseSample[]> {
      const since = new Date(clock().getTime() - hours * HOUR_MS)
      const rows = await db
        .select()
        .from(houseSamples)
        .where(gte(sampledAt, since))
        .orderBy(asc(sampledAt))
      return rows.map(({ at, ...sample }) => ({
        at: at.toISOString(),
        ...sample,
        free: freeBankroll({ house: sample.house, reserved: sample.held }),
      }))
    },

    async rate(betsPlaced: number) {
      const nowMs = clock().getTime()
      const [sample] = await db
        .select()
        .from(houseSamples)
        .where(lt(sampledAt, new Date(nowMs - RATE_LEAST_MS)))
        .orderBy(desc(sampledAt))
        .limit(1)
      if (!sample) return null
      const overMs = nowMs - sample.at.getTime()
      if (overMs > RATE_MOST_MS) return null
      const overSeconds = overMs / 1_000
      const placed = betsPlaced - sample.betsPlaced
      return { betsPerSecond: placed / overSeconds, overSeconds }
    },
  }
}
