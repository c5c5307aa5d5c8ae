import { formatTime } from '../../lib/format.ts'
import { useNow } from './use-now.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Shows how long ago something was, counting: "12 s", "5 min", "3 h", "2 d". */
export function Age({ at }: { at: string }) {
  const nowMs = useNow()
  return (
    <time dateTime={at} title={formatTime(at)} className="whitespace-nowrap">
      {ageText(nowMs - Date.parse(at))}
    </time>
  )
}

/** A span of time in its largest whole unit; clocks that differ make none of it negative. */
export function ageText(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1_000))
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`
  if (seconds < 2 * DAY_S) return `${Math.floor(seconds / HOUR_S)} h`
  return `${Math.floor(seconds / DAY_S)} d`
}
