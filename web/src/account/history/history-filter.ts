import { useSearchParams } from 'react-router-dom'
import {
  type ExportQuery,
  OTHER_BETS,
  type SummaryQuery,
  transactionType,
} from '#core/api/history.ts'
import { games } from '#core/games/registry.ts'
import { SPANS, timeRangeOf } from './time-span.ts'

/** As the page's address has it: it can be reloaded, kept and sent on. */
export interface HistoryFilter {
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

/** The filter in the address, and what changes some of it. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const change = (changes: Partial<HistoryFilter>) =>
    setParams(paramsOf({ ...filter, ...changes }), { replace: true })
  return { filter, change, clear: () => setParams({}, { replace: true }) }
}

/** True when something is filtered out. */
export function isNarrowed({ gameType, type, id, span }: HistoryFilter) {
  return Boolean(gameType || type || id || span !== 'all')
}

/** Builds the query of the list and the file. */
export function listQuery(filter: HistoryFilter, now: Date): ExportQuery {
  const { data: type } = transactionType.safeParse(filter.type)
  return { ...summaryQuery(filter, now), type }
}

/** Builds the query of the figures, which are of all types. */
export function summaryQuery(
  { gameType, span, first, last }: HistoryFilter,
  now: Date,
): SummaryQuery {
  const range = timeRangeOf(span, { first, last }, now)
  return { gameType: gameType || undefined, ...range }
}

/** What no filter knows is left out. */
function filterOf(params: URLSearchParams): HistoryFilter {
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

function paramsOf(filter: HistoryFilter): URLSearchParams {
  const { gameType: game, span, ...rest } = filter
  const shown = { game, span: span === 'all' ? '' : span, ...rest }
  return new URLSearchParams(
    Object.entries(shown).filter(([, value]) => value !== ''),
  )
}
