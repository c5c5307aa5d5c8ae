import type { ClosedDay } from '#core/api/audit.ts'
import type { DayRow } from './audit.store.ts'

/** Returns a closed day as the API publishes it. */
export function shownDay(row: DayRow): ClosedDay {
  const { closedAt, count, digest, endedAt, jackpot, number } = row
  const { players, previous, root, sum, version } = row
  const lastMoment = new Date(endedAt.getTime() - 1)
  return {
    version,
    number,
    day: lastMoment.toISOString().slice(0, 10),
    closedAt: closedAt.toISOString(),
    root,
    sum,
    jackpot,
    players,
    count,
    previous,
    digest,
  }
}
