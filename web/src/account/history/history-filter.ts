import { useSearchParams } from 'react-router-dom'
import {
  type ExportQuery,
  OTHER_BETS,
  type SummaryQuery,
  transactionType,
} from '#core/api/history.ts'
import { games } from '#core/games/registry.ts'

/** Stored in the page's query string, so that it survives a reload. */
export type HistoryFilter = {
  gameType: string
  type: string
  span: (typeof SPANS)[number]
  first: string
  last: string
  id: string
}

export const GAME_TYPES: readonly string[] = [
  ...new Set([...games.map(({ gameType }) => gameType), ...OTHER_BETS]),
]

export function useHistoryFilter() {
  const [params, setParams] = useSearchParams()
  const filter = parseFilter(params)
  const change = (changes: Partial<HistoryFilter>) =>
    setParams(toParams({ ...filter, ...changes }), { replace: true })
  return { filter, change, clear: () => setParams({}, { replace: true }) }
}

export function isNarrowed({ gameType, type, id, span }: HistoryFilter) {
  return Boolean(gameType || type || id || span !== 'all')
}

/** Builds the query of the list and of the CSV file. */
export function listQuery(filter: HistoryFilter, now: Date): ExportQuery {
  const { data: type } = transactionType.safeParse(filter.type)
  return { ...summaryQuery(filter, now), type }
}

/** Builds the query of the results, which include all types. */
export function summaryQuery(
  { gameType, span, first, last }: HistoryFilter,
  now: Date,
): SummaryQuery {
  const range = getTimeRange(span, { first, last }, now)
  return { gameType: gameType || undefined, ...range }
}

/** Ignores unknown values. */
function parseFilter(params: URLSearchParams): HistoryFilter {
  const text = (name: string) => params.get(name) ?? ''
  return {
    gameType: GAME_TYPES.find((name) => name === text('game')) ?? '',
    type: transactionType.safeParse(text('type')).data ?? '',
    span: SPANS.find((name) => name === text('span')) ?? 'all',
    first: text('first'),
    last: text('last'),
    id: text('id'),
  }
}

function toParams(filter: HistoryFilter): URLSearchParams {
  const { gameType: game, span, ...rest } = filter
  const shown = { game, span: span === 'all' ? '' : span, ...rest }
  return new URLSearchParams(
    Object.entries(shown).filter(([, value]) => value !== ''),
  )
}

export const SPANS = ['all', 'today', 'week', 'month', 'year', 'days'] as const
type Span = (typeof SPANS)[number]

export const spanLabels: Record<Span, string> = {
  all: 'All time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 365 days',
  days: 'Custom range',
}

const DAYS_BACK = { today: 0, week: 6, month: 29, year: 364 } as const

/** First and last day of the span 'days', as date inputs have them. */
type ChosenDays = {
  first: string
  last: string
}

/** ISO 8601, in UTC; `to` is exclusive. */
type TimeRange = {
  from?: string
  to?: string
}

/** Resolves a span to whole days of this browser's time zone. */
export function getTimeRange(
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

/** Returns undefined if the input is not a date. */
function startOfDay(text: string, daysLater = 0): string | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const start = new Date(year, month - 1, day + daysLater)
  return start.getTime() >= 0 ? start.toISOString() : undefined
}
