/** The times that a history can be narrowed to, in days of this browser. */
export const SPANS = ['all', 'today', 'week', 'month', 'year', 'days'] as const
export type Span = (typeof SPANS)[number]

export const spanLabels: Record<Span, string> = {
  all: 'All time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 365 days',
  days: 'Chosen days',
}

const DAYS_BACK = { today: 0, week: 6, month: 29, year: 364 } as const

/** The first and the last day of {@link Span} 'days', as inputs have them. */
export interface ChosenDays {
  first: string
  last: string
}

/** From a moment on, and up to one; both ISO 8601, in UTC. */
export interface TimeRange {
  from?: string
  to?: string
}

/** What a span means at a time: whole days, so that it stays the same all day. */
export function timeRangeOf(
  span: Span,
  days: ChosenDays,
  now: Date,
): TimeRange {
  if (span === 'all') return {}
  if (span === 'days') {
    const from = startOfDay(days.first)
    const to = startOfDay(days.last, 1)
    return { ...(from && { from }), ...(to && { to }) }
  }
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return {
    from: new Date(year, month, day - DAYS_BACK[span]).toISOString(),
  }
}

/** Of an input's day, or of one some days later; undefined where there is none. */
function startOfDay(text: string, daysLater = 0): string | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const start = new Date(year, month - 1, day + daysLater)
  return start.getTime() >= 0 ? start.toISOString() : undefined
}
