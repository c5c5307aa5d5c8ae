import type { HouseSample } from '#core/api/operator/series.ts'
import { freeBankroll, type LedgerService } from '../ledger/ledger.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Job } from '../platform/jobs.ts'
import type { HouseSamplesStore, SampleRow } from './house-samples.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const KEPT_MS = 28 * 24 * HOUR_MS
/** Several looks a minute, so that no minute is missed by a slow one. */
const LOOK_EVERY_MS = 10_000
/** A rate is over half a minute at least, and over two where all goes well. */
const RATE_LEAST_MS = 30_000
const RATE_MOST_MS = 5 * MINUTE_MS

type Rate = { betsPerSecond: number; overSeconds: number }

type SamplesDeps = {
  store: HouseSamplesStore
  ledger: Pick<LedgerService, 'totals'>
  clock: Clock
}

/** Samples the bankroll's totals each minute. */
export class HouseSamplesService {
  readonly #deps: SamplesDeps

  constructor(deps: SamplesDeps) {
    this.#deps = deps
  }

  /** Stores the current totals as the minute's sample. */
  async take(): Promise<void> {
    const { clock, ledger, store } = this.#deps
    const now = clock()
    const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    const { house, held, jackpot, ...totals } = await ledger.totals()
    await store.add({
      at,
      house,
      held,
      jackpot,
      betsPlaced: totals.totalBetsPlaced,
      amountWagered: totals.totalAmountWagered,
    })
    await store.dropBefore(new Date(now.getTime() - KEPT_MS))
  }

  /** The oldest first. */
  async lastHours(hours: number): Promise<HouseSample[]> {
    const { clock, store } = this.#deps
    const since = new Date(clock().getTime() - hours * HOUR_MS)
    return (await store.since(since)).map(shown)
  }

  /** Counts the bets a second of late, given the total now. */
  async rate(betsPlaced: number): Promise<Rate | null> {
    const { clock, store } = this.#deps
    const nowMs = clock().getTime()
    const sample = await store.before(new Date(nowMs - RATE_LEAST_MS))
    if (!sample) return null
    const overMs = nowMs - sample.at.getTime()
    if (overMs > RATE_MOST_MS) return null
    const overSeconds = overMs / 1_000
    const placed = betsPlaced - sample.betsPlaced
    return { betsPerSecond: placed / overSeconds, overSeconds }
  }
}

/** Samples once a minute, in whichever process comes first. */
export function houseSamplesJob(
  samples: Pick<HouseSamplesService, 'take'>,
): Job {
  return {
    name: 'house_samples',
    everyMs: LOOK_EVERY_MS,
    run: () => samples.take(),
  }
}

function shown({ at, ...sample }: SampleRow): HouseSample {
  return { at: at.toISOString(), ...sample, free: freeBankroll(sample) }
}
