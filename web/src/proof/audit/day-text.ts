import type { ClosedDay } from '#core/api/audit.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
})

/** The UTC day that was closed, as people read it: November 24, 2026. */
export function dayText({ day }: Pick<ClosedDay, 'day'>): string {
  return dayFormat.format(new Date(day))
}
