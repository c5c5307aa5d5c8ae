import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { theme } from '../../lib/theme.ts'
import { type Bar, drawBars } from './draw-bars.ts'
import 'uplot/dist/uPlot.min.css'

const HEIGHT_PX = 300

/** Percentages as bars. It is drawn, so who can not see it needs a table beside it. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: uPlot | undefined
    const draw = () => {
      chart?.destroy()
      const size = { width: element.clientWidth, height: HEIGHT_PX }
      chart = drawBars(element, bars, size)
    }
    const resized = new ResizeObserver(draw)
    resized.observe(element)
    const forget = theme.subscribe(draw)
    return () => {
      forget()
      resized.disconnect()
      chart?.destroy()
    }
  }, [bars])
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="min-w-0"
      style={{ height: HEIGHT_PX }}
    />
  )
}
