import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Schema } from '#core/api/endpoint.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import {
  type CallArguments,
  type Callable,
  call,
  urlOf,
  type Values,
} from '../lib/call.ts'
import { pollMs } from '../session/refresh.ts'
import type { Column } from './frame/data-table.tsx'

/** First part of each query’s key; an action refreshes them all by it. */
export const OPERATOR_KEY = 'operator'

/** Calls an endpoint on each visit and every few seconds. */
export function operatorQuery<E extends Callable>(
  endpoint: E,
  ...options: CallArguments<E>
) {
  return queryOptions({
    queryKey: [OPERATOR_KEY, endpoint.path, ...options],
    queryFn: () => call(endpoint, ...options),
    refetchInterval: pollMs.operator,
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
  urlOf: (query: Values) => string
  load: (query: Values) => Promise<Row[]>
  /** Identifies a row; the last one's is the cursor of the next page. */
  key: (row: Row) => string | number
  /** The standard one of operators' lists unless given. */
  pageSize?: number
  columns: readonly Column<Row>[]
  filters?: readonly ListFilter[]
  /** Shown when there are no rows and no filter is set. */
  empty: string
}

export function operatorList<Answer, Row>({
  endpoint,
  params = {},
  rows,
  ...list
}: Omit<OperatorList<Row>, 'load' | 'urlOf'> & {
  endpoint: Callable & { query: Schema; answer: z.ZodMiniType<Answer> }
  params?: Values
  rows: (answer: Answer) => Row[]
}): OperatorList<Row> {
  const optionsOf = (query: Values) => ({ params, query })
  return {
    ...list,
    urlOf: (query) => urlOf(endpoint, optionsOf(query)),
    load: async (query) => rows(await call(endpoint, optionsOf(query))),
  }
}

/** Reads a list page by page; polls while only its first page is shown. */
export function listQuery<Row>(list: OperatorList<Row>, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [OPERATOR_KEY, list.urlOf({}), filter],
    queryFn: ({ pageParam }) =>
      list.load({ ...filter, before: pageParam || undefined }),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const { key, pageSize = OPERATOR_PAGE_SIZE } = list
      const last = page.length >= pageSize ? page.at(-1) : undefined
      return last === undefined ? undefined : String(key(last))
    },
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 1) === 1 && pollMs.operator,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}
