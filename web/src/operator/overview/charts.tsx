import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { readSeries } from '#core/api/operator/series.ts'
import { urlOf } from '../../lib/call.ts'
import { formatCoins } from '../../lib/format.ts'
import { pollMs } from '../../session/refresh.ts'
import { Choice } from '../frame/choice.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { operatorQuery } from '../operator-api.ts'
import { type Curves, curvesOf } from './chart-data.ts'
import type { Line } from './draw-lines.ts'
import { LiveChart } from './live-chart.tsx'

const SPANS = [
  ['1', 'Last hour'],
  ['6', 'Last 6 hours'],
  ['24', 'Last day'],
  ['168', 'Last week'],
] as const

const coinLines: readonly Line[] = [
  { name: 'Free', colour: 'sun', isFilled: true },
  { name: 'House', colour: 'tangerine' },
]
const betLines: readonly Line[] = [
  { name: 'Bets a second', colour: 'sky', isFilled: true },
]
const stakeLines: readonly Line[] = [
  { name: 'Staked a minute', colour: 'lime', isFilled: true },
]

/** Draws how the house has done, minute by minute and on to now. */
export function Charts({ live }: { live: OperatorOverview | undefined }) {
  const [hours, setHours] = useState('6')
  const query = useQuery({
    ...operatorQuery(readSeries, { query: { hours } }),
    refetchInterval: pollMs.operatorSeries,
  })
  return (
    <Panel
      title="Minute by minute"
      tools={
        <>
          <Choice
            label="Time"
            value={hours}
            options={SPANS}
            onChange={setHours}
          />
          <a
            href={urlOf(readSeries, { query: { hours, format: 'csv' } })}
            download
            className="op-link"
            aria-label="Minute by minute as CSV"
          >
            CSV
          </a>
        </>
      }
    >
      <Loaded query={query} skeleton="h-48">
        {({ samples }) => <Drawn curves={curvesOf(samples, live)} />}
      </Loaded>
    </Panel>
  )
}

function Drawn({ curves }: { curves: Curves }) {
  const { times, free, house, betsPerSecond, stakedPerMinute } = curves
  if (times.length < 2) {
    return (
      <p className="op-empty">
        The first minute is not over. Charts begin with the second sample.
      </p>
    )
  }
  return (
    <div className="op-charts">
      <Chart
        lines={coinLines}
        times={times}
        values={[free, house]}
        summary={rangeText('Free coins', free)}
      />
      <Chart
        lines={betLines}
        times={times}
        values={[betsPerSecond]}
        summary={rangeText('Bets a second', betsPerSecond)}
      />
      <Chart
        lines={stakeLines}
        times={times}
        values={[stakedPerMinute]}
        summary={rangeText('Coins staked a minute', stakedPerMinute)}
      />
    </div>
  )
}

interface ChartProps {
  lines: readonly Line[]
  times: number[]
  values: (number | null)[][]
  /** Sums the chart up for screen readers. */
  summary: string
}

function Chart({ lines, times, values, summary }: ChartProps) {
  return (
    <figure>
      <LiveChart lines={lines} data={[times, ...values]} />
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  )
}

function rangeText(name: string, values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  const text = (value: number) => formatCoins(Math.round(value * 100) / 100)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return `${name}: ${text(known.at(-1) ?? 0)} now, between ${text(least)} and ${text(most)}.`
}
