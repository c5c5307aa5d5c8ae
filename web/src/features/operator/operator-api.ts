import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'
import type { Column } from './frame/data-table.tsx'

/** All that operators ask for and do; also the start of each query's key. */
export const OPERATOR_PATH = '/api/operator'

const LIST_POLL_MS = 5_000

/**
 * Asks a path below the operators' again and again.
 *
 * @param everyMs false where an answer asks nodes, and only a visit does.
 */
export function operatorQuery<T extends z.ZodMiniType>(
  path: string,
  schema: T,
  everyMs: number | false = LIST_POLL_MS,
) {
  return queryOptions({
    queryKey: [OPERATOR_PATH, path],
    queryFn: () => getJson(`${OPERATOR_PATH}/${path}`, schema),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

export type Filter = Readonly<Record<string, string>>

/** Narrows a list by one parameter: an option, or any text without options. */
export interface ListFilter {
  param: string
  label: string
  /** The first one applies until another one is chosen. */
  options?: readonly (readonly [value: string, name: string])[]
}

/** Builds options named like their values, after one for all of them. */
export function choices(all: string, values: readonly string[]) {
  return [
    ['', all] as const,
    ...values.map((value) => [value, value.replaceAll('_', ' ')] as const),
  ]
}

/** A paged list of the API, and its table. */
export interface OperatorList<Row> {
  title: string
  path: string
  load: (path: string) => Promise<Row[]>
  /** Identifies a row; the last one's is the cursor of the next page. */
  key: (row: Row) => string | number
  columns: readonly Column<Row>[]
  filters?: readonly ListFilter[]
  /** Shown when there are no rows and no filter is set. */
  empty: string
}

export function operatorList<T extends z.ZodMiniType, Row>({
  answer,
  rows,
  ...list
}: Omit<OperatorList<Row>, 'load'> & {
  answer: T
  rows: (answer: z.output<T>) => Row[]
}): OperatorList<Row> {
  return { ...list, load: async (path) => rows(await getJson(path, answer)) }
}

/** Reads a list page by page; asks again while only its first page is shown. */
export function listQuery<Row>(list: OperatorList<Row>, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [OPERATOR_PATH, list.path, filter],
    queryFn: ({ pageParam }) =>
      list.load(listPath(list, { ...filter, before: pageParam })),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const last = page.length >= OPERATOR_PAGE_SIZE ? page.at(-1) : undefined
      return last === undefined ? undefined : String(list.key(last))
    },
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 1) === 1 && LIST_POLL_MS,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

/** Builds the address of a list's CSV file. */
export function csvPath<Row>(list: OperatorList<Row>, filter: Filter): string {
  return listPath(list, { ...filter, format: 'csv' })
}

/** Acts; what is wrong with it the API tells. */
export function act(path: string, body: object): Promise<void> {
  return sendJson('POST', `${OPERATOR_PATH}/${path}`, { body })
}

function listPath<Row>({ path }: OperatorList<Row>, params: Filter): string {
  const query = new URLSearchParams(
    Object.entries(params).filter(([, text]) => text),
  )
  return `${OPERATOR_PATH}/${path}${query.size > 0 ? `?${query}` : ''}`
}
