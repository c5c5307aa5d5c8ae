import uPlot from 'uplot'
import type { Bar } from './bar-chart.tsx'

const BAR_WIDTH = 0.62
const OUTLINE_PX = 3
const ROUNDED = 0.18

interface Size {
  width: number
  height: number
}

/** Draws bars in the house's colours, each with its percentage on top. */
export function drawBars(
  box: HTMLElement,
  bars: readonly Bar[],
  size: Size,
): uPlot {
  const style = getComputedStyle(box)
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`)
  const font = `600 14px ${style.getPropertyValue('--font-display')}`
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
        stroke: colour('outline'),
        width: OUTLINE_PX,
        points: { show: false },
        paths: barPaths(bars.map((bar) => colour(bar.colour))),
      },
    ],
    hooks: {
      draw: [(chart) => writePercents(chart, percents, colour('text'))],
    },
  }
  return new uPlot(options, [places, percents], box)
}

function barPaths(fills: string[]): uPlot.Series.PathBuilder {
  const { bars } = uPlot.paths
  if (!bars) throw new Error('This uPlot draws no bars')
  return bars({
    size: [BAR_WIDTH],
    radius: ROUNDED,
    // 3: colours are given by themselves, one a bar.
    disp: { fill: { unit: 3, values: () => fills } },
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
  ctx.font = `700 ${18 * devicePixelRatio}px ${getComputedStyle(chart.root).getPropertyValue('--font-display')}`
  percents.forEach((percent, at) => {
    const x = chart.valToPos(at, 'x', true)
    const y = chart.valToPos(percent, 'y', true)
    ctx.fillText(`${percent}%`, x, y - 8 * devicePixelRatio)
  })
  ctx.restore()
}
