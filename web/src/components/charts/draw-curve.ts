import uPlot from 'uplot'
import type { ChartSize } from './drawn-chart.tsx'

export interface TimedValue {
  /** Epoch milliseconds, rising from point to point. */
  atMs: number
  value: number
}

const LINE_PX = 3
const FILL_ALPHA = '40'
const AXIS_PX = 64

const shortNumber = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  signDisplay: 'exceptZero',
})

/** Draws a curve in the colours of wins and losses: by where it ends. */
export function drawCurve(
  box: HTMLElement,
  points: readonly TimedValue[],
  size: ChartSize,
): uPlot {
  const style = getComputedStyle(box)
  const colour = (name: string) =>
    style.getPropertyValue(`--color-${name}`).trim()
  const font = `600 13px ${style.getPropertyValue('--font-display')}`
  const isLoss = (points.at(-1)?.value ?? 0) < 0
  const line = colour(isLoss ? 'bubblegum' : 'lime')
  const axis: uPlot.Axis = {
    stroke: colour('text'),
    font,
    ticks: { show: false },
    grid: { stroke: colour('raised'), width: 1 },
  }
  const options: uPlot.Options = {
    ...size,
    legend: { show: false },
    cursor: { show: false },
    padding: [12, 32, 0, 0],
    scales: { y: { range: withZero } },
    axes: [
      axis,
      {
        ...axis,
        size: AXIS_PX,
        values: (_chart, splits) =>
          splits.map((split) => shortNumber.format(split)),
      },
    ],
    series: [
      {},
      {
        stroke: line,
        width: LINE_PX,
        fill: `${line}${FILL_ALPHA}`,
        fillTo: 0,
        points: { show: false },
      },
    ],
  }
  const times = points.map(({ atMs }) => atMs / 1_000)
  const values = points.map(({ value }) => value)
  return new uPlot(options, [times, values], box)
}

/** The line at 0 is always seen. */
function withZero(
  _chart: uPlot,
  least: number,
  most: number,
): uPlot.Range.MinMax {
  const [from, to] = uPlot.rangeNum(
    Math.min(0, least ?? 0),
    Math.max(0, most ?? 0, 1),
    0.1,
    true,
  )
  return [from, to]
}
