import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { subscribeTheme } from '../../lib/theme.ts'
import 'uplot/dist/uPlot.min.css'

export interface ChartSize {
  width: number
  height: number
}

interface DrawnChartProps {
  heightPx: number
  /** Must stay the same function as long as what it draws does. */
  draw: (box: HTMLElement, size: ChartSize) => uPlot
}

/**
 * A chart that is drawn anew in each size and theme. Who can not see it needs
 * a table beside it.
 */
export function DrawnChart({ heightPx: height, draw }: DrawnChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: uPlot | undefined
    const redraw = () => {
      chart?.destroy()
      chart = draw(element, { width: element.clientWidth, height })
    }
    const resized = new ResizeObserver(redraw)
    resized.observe(element)
    const forget = subscribeTheme(redraw)
    return () => {
      forget()
      resized.disconnect()
      chart?.destroy()
    }
  }, [draw, height])
  return (
    <div ref={box} aria-hidden="true" className="min-w-0" style={{ height }} />
  )
}
