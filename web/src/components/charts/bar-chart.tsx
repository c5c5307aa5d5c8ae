import { useCallback } from 'react'
import { type Bar, drawBars } from './draw-bars.ts'
import { type ChartSize, DrawnChart } from './drawn-chart.tsx'

const HEIGHT_PX = 300

/** Percentages as bars. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const draw = useCallback(
    (box: HTMLElement, size: ChartSize) => drawBars(box, bars, size),
    [bars],
  )
  return <DrawnChart heightPx={HEIGHT_PX} draw={draw} />
}
