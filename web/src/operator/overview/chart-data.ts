import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { HouseSample } from '#core/api/operator/series.ts'

const MINUTE_S = 60

/** Holds a line's value at each of the chart's times. */
export interface Curves {
  /** Seconds since 1970, rising. */
  times: number[]
  free: number[]
  house: number[]
  /** Since the sample before; null at the first one. */
  betsPerSecond: (number | null)[]
  stakedPerMinute: (number | null)[]
}

/** The samples' curves, on to the moment of the last overview. */
export function curvesOf(
  samples: readonly HouseSample[],
  live: OperatorOverview | undefined,
): Curves {
  const all = live ? [...samples, sampleOf(live)] : samples
  const rising = all.filter(
    (sample, at) => at === 0 || atS(sample) > atS(all[at - 1] ?? sample),
  )
  const rate = (figure: 'betsPlaced' | 'amountWagered', perS: number) =>
    rising.map((sample, at) => {
      const before = rising[at - 1]
      if (!before) return null
      const more = sample[figure] - before[figure]
      return (more * perS) / (atS(sample) - atS(before))
    })
  return {
    times: rising.map(atS),
    free: rising.map(({ free }) => free),
    house: rising.map(({ house }) => house),
    betsPerSecond: rate('betsPlaced', 1),
    stakedPerMinute: rate('amountWagered', MINUTE_S),
  }
}

function sampleOf({ at, bankroll, totals }: OperatorOverview): HouseSample {
  const { betsPlaced, amountWagered } = totals
  return { at, ...bankroll, betsPlaced, amountWagered }
}

function atS({ at }: HouseSample): number {
  return Date.parse(at) / 1_000
}
