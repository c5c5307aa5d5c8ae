import type { ClosedDay } from '#core/schemas/audit.ts'
import type { DayRow } from './audit.store.ts'

/** A closed day as everybody may see it. */
export function shownDay({ endedAt, closedAt, ...day }: DayRow): ClosedDay {
  const lastMoment = new Date(endedAt.getTime() - 1)
  return {
    ...day,
    day: lastMoment.toISOString().slice(0, 10),
    closedAt: closedAt.toISOString(),
  }
}
