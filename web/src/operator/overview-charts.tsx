import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { type HouseSample, readSeries } from '#core/api/operator/series.ts'
import { type Line, LineChart } from '../components/chart.tsx'
import { toUrl } from '../lib/call.ts'
import { formatCoins } from '../lib/format.ts'
import { Choice, CsvLink, Loaded, Note, Panel } from './panel.tsx'
import { operatorQuery } from './queries.ts'

const SPANS = {
  1: 'Last hour',
  6: 'Last 6 hours',
  24: 'Last day',
  168: 'Last week',
}
const TITLE = 'Minute by minute'

/** Draws coins and bets minute by minute, up to now. */
export function Charts({ live }: { live: OperatorOverview | undefined }) {
  const [hours, setHours] = useState('6')
  const query = useQuery({
    ...operatorQuery(readSeries, { query: { hours } }),
    // The server takes one sample a minute.
    refetchInterval: 60_000,
  })
  const csv = toUrl(readSeries, { query: { hours, format: 'csv' } })
  return (
    <Panel
      title={TITLE}
      tools={
        <>
          <Choice
            label="Time"
            value={hours}
            options={SPANS}
            onChange={setHours}
          />
          <CsvLink title={TITLE} href={csv} />
        </>
      }
    >
      <Loaded query={query} skeleton="h-48">
        {({ samples }) => <Curves {...toCurves(samples, live)} />}
      </Loaded>
    </Panel>
  )
}

const coinLines: readonly Line[] = [
  { name: 'Free', colour: 'sun', isFilled: true },
  { name: 'House', colour: 'tangerine' },
]
const betLines: readonly Line[] = [
  { name: 'Bets per second', colour: 'sky', isFilled: true },
]
const stakeLines: readonly Line[] = [
  { name: 'Staked per minute', colour: 'lime', isFilled: true },
]

type Values = (number | null)[]

/** Values at each of the chart's times. */
type Curves = {
  /** Seconds since 1970, rising. */
  times: number[]
  free: number[]
  house: number[]
  /** Since the sample before; null at the first one. */
  betsPerSecond: Values
  stakedPerMinute: Values
}

function Curves(curves: Curves) {
  const { times, free, house, betsPerSecond, stakedPerMinute } = curves
  if (times.length < 2) {
    return (
      <Note>Charts start after the first minute, with the second sample.</Note>
    )
  }
  const charts: [title: string, lines: readonly Line[], values: Values[]][] = [
    ['Free coins', coinLines, [free, house]],
    ['Bets per second', betLines, [betsPerSecond]],
    ['Coins staked per minute', stakeLines, [stakedPerMinute]],
  ]
  return (
    <div className="op-charts grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-3 p-3">
      {charts.map(([title, lines, values]) => (
        <figure key={title} className="min-w-0">
          <LineChart lines={lines} data={[times, ...values]} />
          <figcaption className="sr-only">
            {rangeText(title, values[0] ?? [])}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

/** Summarizes a curve for screen readers. */
function rangeText(title: string, values: Values): string {
  const known = values.filter((value) => value !== null)
  const text = (value: number) => formatCoins(Math.round(value * 100) / 100)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return `${title}: ${text(known.at(-1) ?? 0)} now, between ${text(least)} and ${text(most)}.`
}

const MINUTE_S = 60

/** Continues the samples' curves to the moment of the last overview. */
export function toCurves(
  samples: readonly HouseSample[],
  live: OperatorOverview | undefined,
): Curves {
  const all = live
    ? [...samples, { at: live.at, ...live.bankroll, ...live.totals }]
    : samples
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

function atS({ at }: HouseSample): number {
  return Date.parse(at) / 1_000
}
