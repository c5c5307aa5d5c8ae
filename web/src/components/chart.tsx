import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { subscribeTheme } from '../lib/theme.ts'
import 'uplot/dist/uPlot.min.css'

/** Returns a custom property of the shown theme, such as `color-sky`. */
type Token = (name: string) => string

type Options = Omit<uPlot.Options, 'height' | 'width'>

type ChartProps = {
  heightPx: number
  /** Must be a stable reference while its options are the same. */
  getOptions: (token: Token) => Options
  data: uPlot.AlignedData
}

/**
 * Draws on a canvas: give screen readers the same figures in words. Redraws on a
 * new theme or size, and keeps the cursor when new data comes.
 */
function Chart({ heightPx: height, getOptions, data }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const newest = useRef(data)

  useEffect(() => {
    newest.current = data
    chart.current?.setData(data)
  }, [data])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const redraw = () => {
      chart.current?.destroy()
      const style = getComputedStyle(element)
      const options = getOptions((name) =>
        style.getPropertyValue(`--${name}`).trim(),
      )
      const size = { width: element.clientWidth, height }
      chart.current = new uPlot(
        { ...options, ...size },
        newest.current,
        element,
      )
    }
    const resized = new ResizeObserver(redraw)
    resized.observe(element)
    const unsubscribe = subscribeTheme(redraw)
    return () => {
      unsubscribe()
      resized.disconnect()
      chart.current?.destroy()
      chart.current = undefined
    }
  }, [getOptions, height])
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="min-w-0"
      style={{ minHeight: height }}
    />
  )
}

type TimedValue = {
  /** Epoch milliseconds, rising from point to point. */
  atMs: number
  value: number
}

const CURVE_HEIGHT_PX = 260
const shortSigned = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  signDisplay: 'exceptZero',
})

/** Draws gains over time around a line at 0; the last value sets the colour. */
export function CurveChart({ points }: { points: readonly TimedValue[] }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [
      points.map(({ atMs }) => atMs / 1_000),
      points.map(({ value }) => value),
    ],
    [points],
  )
  const isLoss = (points.at(-1)?.value ?? 0) < 0
  const getOptions = isLoss ? lossCurve : gainCurve
  return (
    <Chart heightPx={CURVE_HEIGHT_PX} getOptions={getOptions} data={data} />
  )
}

const gainCurve = toCurve('lime')
const lossCurve = toCurve('bubblegum')

function toCurve(colour: string): ChartProps['getOptions'] {
  return (token) => {
    const axis = toAxis(token, {
      stroke: token('color-text'),
      font: `600 13px ${token('font-display')}`,
    })
    const stroke = token(`color-${colour}`)
    return {
      legend: { show: false },
      cursor: { show: false },
      padding: [12, 32, 0, 0],
      scales: {
        y: {
          range: (_chart, least, most) =>
            spread(Math.min(0, least ?? 0), Math.max(0, most ?? 0, 1)),
        },
      },
      axes: [axis, { ...axis, size: 64, values: formatValues(shortSigned) }],
      series: [
        {},
        {
          stroke,
          width: 3,
          fill: `${stroke}40`,
          fillTo: 0,
          points: { show: false },
        },
      ],
    }
  }
}

export type Line = {
  name: string
  /** A colour of the tokens, such as `sky`. */
  colour: string
  /** Fills the space below it. */
  isFilled?: boolean
}

type LineChartProps = {
  /** Must be a stable reference while its lines are the same. */
  lines: readonly Line[]
  /** Seconds since 1970, and a row of values for each line. */
  data: uPlot.AlignedData
}

const LINES_HEIGHT_PX = 168
const LABEL_PX = 64
const DAY_S = 24 * 60 * 60
const short = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 2,
})
const long = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Draws lines over time, extended as data arrives. */
export function LineChart({ lines, data }: LineChartProps) {
  const getOptions = useMemo(() => toLines(lines), [lines])
  return (
    <Chart heightPx={LINES_HEIGHT_PX} getOptions={getOptions} data={data} />
  )
}

function toLines(lines: readonly Line[]): ChartProps['getOptions'] {
  return (token) => {
    const axis = toAxis(token, {
      stroke: token('color-soft'),
      font: `600 12px ${token('font-body')}`,
    })
    return {
      legend: { live: true, markers: { width: 2 } },
      cursor: { y: false, points: { size: 6 } },
      // Leaves room for half a label after the newest time.
      padding: [8, LABEL_PX / 2, 0, 0],
      // Centres a constant line.
      scales: {
        y: {
          range: (_chart, least, most) =>
            spread(least ?? 0, Math.max(most ?? 1, 1)),
        },
      },
      axes: [
        {
          ...axis,
          size: 28,
          space: LABEL_PX,
          values: (_chart, splits) => formatTimes(splits),
        },
        { ...axis, size: 52, values: formatValues(short) },
      ],
      series: [
        {
          label: 'At',
          value: (_chart, atS) =>
            atS === null ? 'now' : clock.format(atS * 1_000),
        },
        ...lines.map(({ name, colour, isFilled }) => ({
          label: name,
          stroke: token(`color-${colour}`),
          width: 2,
          ...(isFilled && { fill: `${token(`color-${colour}`)}30` }),
          points: { show: false },
          // Without a cursor, the newest value.
          value: (chart: uPlot, value: number | null, at: number) =>
            long.format(value ?? chart.data[at]?.at(-1) ?? 0),
        })),
      ],
    }
  }
}

function toAxis(token: Token, text: { stroke: string; font: string }) {
  const grid = { stroke: token('color-raised'), width: 1 }
  return { ...text, ticks: { show: false }, grid }
}

/** Labels of an axis of time: hours, or days where they are a day apart. */
function formatTimes(splits: readonly number[]): string[] {
  const [first = 0, second = first] = splits
  const format = second - first < DAY_S ? clock : day
  return splits.map((atS) => format.format(atS * 1_000))
}

function formatValues(format: Intl.NumberFormat): uPlot.Axis.DynamicValues {
  return (_chart, splits) => splits.map((split) => format.format(split))
}

/** Leaves a tenth above and below. */
function spread(least: number, most: number): uPlot.Range.MinMax {
  return uPlot.rangeNum(least, most, 0.1, true)
}
