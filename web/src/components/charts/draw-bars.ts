import uPlot from 'uplot'
import { assert } from '#core/assert.ts'
import type { ChartSize } from './drawn-chart.tsx'

export interface Bar {
  label: string
  percent: number
  /** A colour of the tokens, such as `sky`. */
  colour: string
}

const BAR_WIDTH = 0.62
const OUTLINE_PX = 3
/** Below it four labels need a smaller type to stand apart. */
const NARROW_PX = 400
const ROUNDED = 0.18
/** uPlot's word for: one value each. */
const ITEM = 3

/** Draws bars in the house's colours, each with its percentage on top. */
export function drawBars(
  box: HTMLElement,
  bars: readonly Bar[],
  size: ChartSize,
): uPlot {
  const style = getComputedStyle(box)
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`)
  const font = `600 ${size.width < NARROW_PX ? 12 : 14}px ${style.getPropertyValue('--font-display')}`
  const percents = bars.map(({ percent }) => percent)
  const places = bars.map((_, at) => at)
  const options: uPlot.Options = {
    ...size,
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
        font,
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
      draw: [(chart) => writePercents(chart, percents, colour('text'))],
    },
  }
  return new uPlot(options, [places, percents], box)
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

function writePercents(
  chart: uPlot,
  percents: readonly number[],
  colour: string,
): void {
  const { ctx } = chart
  ctx.save()
  ctx.fillStyle = colour
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  ctx.font = `700 ${18 * devicePixelRatio}px ${getComputedStyle(chart.root).getPropertyValue('--font-display')}`
  percents.forEach((percent, at) => {
    const x = chart.valToPos(at, 'x', true)
    const y = chart.valToPos(percent, 'y', true)
    ctx.fillText(`${percent}%`, x, y - 6 * devicePixelRatio)
  })
  ctx.restore()
}
