import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { assert } from '#core/assert.ts'
import { subscribeTheme } from '../lib/theme.ts'
import 'uplot/dist/uPlot.min.css'

/** Reads colours and fonts of the shown theme. */
interface Theme {
  /** A colour of the tokens by its name, such as `sky`. */
  colour: (name: string) => string
  font: (weightAndSize: string, family: 'body' | 'display') => string
}

type Options = Omit<uPlot.Options, 'height' | 'width'>

interface ChartProps {
  heightPx: number
  /** Must stay the same function as long as it gives the same options. */
  optionsOf: (theme: Theme, widthPx: number) => Options
  data: uPlot.AlignedData
}

/**
 * Draws on a canvas: give screen readers the same figures in words. Redraws on a
 * new theme or size, and keeps the cursor when new data comes.
 */
function Chart({ heightPx: height, optionsOf, data }: ChartProps) {
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
      const width = element.clientWidth
      const options = { ...optionsOf(themeOf(element), width), width, height }
      chart.current = new uPlot(options, newest.current, element)
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
  }, [optionsOf, height])
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="min-w-0"
      style={{ minHeight: height }}
    />
  )
}

function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element)
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    colour: (name) => value(`color-${name}`),
    font: (weightAndSize, family) =>
      `${weightAndSize} ${value(`font-${family}`)}`,
  }
}

interface Bar {
  label: string
  percent: number
  /** A colour of the tokens, such as `sky`. */
  colour: string
}

const BARS_HEIGHT_PX = 300
const BAR_WIDTH = 0.62
const OUTLINE_PX = 3
/** Below it four labels need a smaller type to stand apart. */
const NARROW_PX = 400
const ROUNDED = 0.18
/** uPlot's word for: one value each. */
const ITEM = 3

/** Percentages as bars, each with its number on top. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const chart = useMemo(() => barsOf(bars), [bars])
  return <Chart heightPx={BARS_HEIGHT_PX} {...chart} />
}

function barsOf(bars: readonly Bar[]): Pick<ChartProps, 'data' | 'optionsOf'> {
  const percents = bars.map(({ percent }) => percent)
  const places = bars.map((_, at) => at)
  const optionsOf = ({ colour, font }: Theme, widthPx: number): Options => ({
    legend: { show: false },
    cursor: { show: false },
    padding: [28, 8, 0, 0],
    scales: {
      x: { time: false, range: [-0.5, bars.length - 0.5] },
      y: { range: [0, Math.max(...percents)] },
    },
    axes: [
      {
        stroke: colour('text'),
        font: font(`600 ${widthPx < NARROW_PX ? 12 : 14}px`, 'display'),
        grid: { show: false },
        ticks: { show: false },
        splits: () => places,
        values: () => bars.map(({ label }) => label),
      },
      { show: false },
    ],
    series: [
      {},
      {
        width: OUTLINE_PX,
        points: { show: false },
        paths: barPaths(
          bars.map((bar) => colour(bar.colour)),
          bars.map(() => colour('outline')),
        ),
      },
    ],
    hooks: {
      draw: [
        ({ ctx, valToPos }) => {
          ctx.save()
          ctx.fillStyle = colour('text')
          ctx.textAlign = 'center'
          ctx.textBaseline = 'bottom'
          ctx.font = font(`700 ${18 * devicePixelRatio}px`, 'display')
          percents.forEach((percent, at) => {
            const y = valToPos(percent, 'y', true) - 6 * devicePixelRatio
            ctx.fillText(`${percent}%`, valToPos(at, 'x', true), y)
          })
          ctx.restore()
        },
      ],
    },
  })
  return { data: [places, percents], optionsOf }
}

/** uPlot takes colours of single bars for their insides and outlines together. */
function barPaths(
  fills: string[],
  outlines: string[],
): uPlot.Series.PathBuilder {
  const { bars } = uPlot.paths
  assert(bars !== undefined, 'uPlot draws bars')
  return bars({
    size: [BAR_WIDTH],
    radius: ROUNDED,
    disp: {
      fill: { unit: ITEM, values: () => fills },
      stroke: { unit: ITEM, values: () => outlines },
    },
  })
}

interface TimedValue {
  /** Epoch milliseconds, rising from point to point. */
  atMs: number
  value: number
}

const CURVE_HEIGHT_PX = 260
const shortSigned = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  signDisplay: 'exceptZero',
})

/** Gains over a time around a line at 0, in the colour of where they end. */
export function CurveChart({ points }: { points: readonly TimedValue[] }) {
  const chart = useMemo(() => curveOf(points), [points])
  return <Chart heightPx={CURVE_HEIGHT_PX} {...chart} />
}

function curveOf(
  points: readonly TimedValue[],
): Pick<ChartProps, 'data' | 'optionsOf'> {
  const times = points.map(({ atMs }) => atMs / 1_000)
  const values = points.map(({ value }) => value)
  const optionsOf = ({ colour, font }: Theme): Options => {
    const line = colour((values.at(-1) ?? 0) < 0 ? 'bubblegum' : 'lime')
    const axis = {
      stroke: colour('text'),
      font: font('600 13px', 'display'),
      ticks: { show: false },
      grid: { stroke: colour('raised'), width: 1 },
    }
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
      axes: [axis, { ...axis, size: 64, values: valuesIn(shortSigned) }],
      series: [
        {},
        {
          stroke: line,
          width: 3,
          fill: `${line}40`,
          fillTo: 0,
          points: { show: false },
        },
      ],
    }
  }
  return { data: [times, values], optionsOf }
}

export interface Line {
  name: string
  /** A colour of the tokens, such as `sky`. */
  colour: string
  /** Fills the space below it. */
  isFilled?: boolean
}

interface LineChartProps {
  /** Must stay the same array as long as its lines are the same. */
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

/** Lines over time, which go on as data comes. */
export function LineChart({ lines, data }: LineChartProps) {
  const optionsOf = useMemo(() => linesOf(lines), [lines])
  return <Chart heightPx={LINES_HEIGHT_PX} optionsOf={optionsOf} data={data} />
}

function linesOf(lines: readonly Line[]): ChartProps['optionsOf'] {
  return ({ colour, font }) => {
    const axis = {
      stroke: colour('soft'),
      font: font('600 12px', 'body'),
      ticks: { show: false },
      grid: { stroke: colour('raised'), width: 1 },
    }
    return {
      legend: { live: true, markers: { width: 2 } },
      cursor: { y: false, points: { size: 6 } },
      // Half a label beyond the newest time, or it would be cut.
      padding: [8, LABEL_PX / 2, 0, 0],
      // Draws a line that does not move in the middle.
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
          values: (_chart, splits) => timesAt(splits),
        },
        { ...axis, size: 52, values: valuesIn(short) },
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
          width: 2,
          ...(line.isFilled && { fill: `${colour(line.colour)}30` }),
          points: { show: false },
          // Without a cursor, the newest value.
          value: (chart: uPlot, value: number | null, at: number) =>
            long.format(value ?? chart.data[at]?.at(-1) ?? 0),
        })),
      ],
    }
  }
}

/** Labels of an axis of time: hours, or days where they are a day apart. */
function timesAt(splits: readonly number[]): string[] {
  const [first = 0, second = first] = splits
  const format = second - first < DAY_S ? clock : day
  return splits.map((atS) => format.format(atS * 1_000))
}

function valuesIn(format: Intl.NumberFormat): uPlot.Axis.DynamicValues {
  return (_chart, splits) => splits.map((split) => format.format(split))
}

/** Leaves a tenth above and below. */
function spread(least: number, most: number): uPlot.Range.MinMax {
  return uPlot.rangeNum(least, most, 0.1, true)
}
