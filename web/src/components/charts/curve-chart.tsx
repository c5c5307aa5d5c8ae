import { useCallback } from 'react'
import { drawCurve, type TimedValue } from './draw-curve.ts'
import { type ChartSize, DrawnChart } from './drawn-chart.tsx'

const HEIGHT_PX = 260

/** What rises and falls over a time, around a line at 0. */
export function CurveChart({ points }: { points: readonly TimedValue[] }) {
  const draw = useCallback(
    (box: HTMLElement, size: ChartSize) => drawCurve(box, points, size),
    [points],
  )
  return <DrawnChart heightPx={HEIGHT_PX} draw={draw} />
}
