import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { theme } from '../../lib/theme.ts'
import { drawBars } from './draw-bars.ts'
import 'uplot/dist/uPlot.min.css'

export interface Bar {
  label: string
  percent: number
  /** A colour of the tokens, such as `sky`. */
  colour: string
}

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
