import uPlot from 'uplot'
import type { ChartSize } from '../../components/charts/drawn-chart.tsx'

export interface Line {
  name: string
  /** A colour of the tokens, such as `sky`. */
  colour: string
  /** Whether the space below it is filled. */
  isFilled?: boolean
}

const LINE_PX = 2
const FILL_ALPHA = '30'
const AXIS_PX = 52
const LABEL_PX = 64
const DAY_S = 24 * 60 * 60

const shortNumber = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 2,
})
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const longNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

interface Drawn {
  size: ChartSize
  data: uPlot.AlignedData
}

/** Draws lines over time in the colours of the theme. */
export function drawLines(
  box: HTMLElement,
  lines: readonly Line[],
  { size, data }: Drawn,
): uPlot {
  const style = getComputedStyle(box)
  const colour = (name: string) =>
    style.getPropertyValue(`--color-${name}`).trim()
  const axis: uPlot.Axis = {
    stroke: colour('soft'),
    font: `600 12px ${style.getPropertyValue('--font-body')}`,
    ticks: { show: false },
    grid: { stroke: colour('raised'), width: 1 },
  }
  const options: uPlot.Options = {
    ...size,
    legend: { live: true, markers: { width: LINE_PX } },
    cursor: { y: false, points: { size: 6 } },
    // Half a label beyond the newest time, or it would be cut.
    padding: [8, LABEL_PX / 2, 0, 0],
    scales: { y: { range: roomy } },
    axes: [
      {
        ...axis,
        size: 28,
        space: LABEL_PX,
        values: (_chart, splits) => timesAt(splits),
      },
      {
        ...axis,
        size: AXIS_PX,
        values: (_chart, splits) =>
          splits.map((split) => shortNumber.format(split)),
      },
    ],
    series: [
      {
        label: 'At',
        value: (_chart, atS) =>
          atS === null ? 'now' : clock.format(atS * 1_000),
      },
      ...lines.map((line) => ({
        label: line.name,
        stroke: colour(line.colour),
        width: LINE_PX,
        ...(line.isFilled && { fill: colour(line.colour) + FILL_ALPHA }),
        points: { show: false },
        // Without a cursor, what is newest.
        value: (chart: uPlot, value: number | null, at: number) =>
          longNumber.format(value ?? chart.data[at]?.at(-1) ?? 0),
      })),
    ],
  }
  return new uPlot(options, data, box)
}

/** Labels of an axis of time: hours, or days where they are a day apart. */
function timesAt(splits: readonly number[]): string[] {
  const [first = 0, second = first] = splits
  const format = second - first < DAY_S ? clock : day
  return splits.map((atS) => format.format(atS * 1_000))
}

/** A line that does not move is drawn in the middle. */
function roomy(
  _chart: uPlot,
  least: number | null,
  most: number | null,
): uPlot.Range.MinMax {
  const [from, to] = uPlot.rangeNum(
    least ?? 0,
    Math.max(most ?? 1, 1),
    0.1,
    true,
  )
  return [from, to]
}
