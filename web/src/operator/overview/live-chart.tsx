import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { subscribeTheme } from '../../lib/theme.ts'
import { drawLines, type Line } from './draw-lines.ts'
import 'uplot/dist/uPlot.min.css'

const HEIGHT_PX = 168

interface LiveChartProps {
  /** Must stay the same array as long as its lines are the same. */
  lines: readonly Line[]
  /** Seconds since 1970, and a row of values for each line. */
  data: uPlot.AlignedData
}

/**
 * Lines that go on as data comes, without being drawn anew: the cursor stays
 * where it is. Who can not see it needs the figures beside it.
 */
export function LiveChart({ lines, data }: LiveChartProps) {
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
      const size = { width: element.clientWidth, height: HEIGHT_PX }
      chart.current = drawLines(element, lines, { size, data: newest.current })
    }
    const resized = new ResizeObserver(redraw)
    resized.observe(element)
    const forget = subscribeTheme(redraw)
    return () => {
      forget()
      resized.disconnect()
      chart.current?.destroy()
      chart.current = undefined
    }
  }, [lines])
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="op-chart"
      style={{ minHeight: HEIGHT_PX }}
    />
  )
}
