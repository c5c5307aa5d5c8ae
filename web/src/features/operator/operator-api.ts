import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { OPERATOR_PAGE_SIZE } from '#core/schemas/operator/paging.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

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

/** A list of the API, in pages whose last row leads to the next. */
export interface OperatorList<Row> {
  path: string
  load: (path: string) => Promise<Row[]>
  /** Gives the row that the next page is to follow. */
  cursor: (row: Row) => string
}

/** Describes a list by its answer. */
export function operatorList<T extends z.ZodMiniType, Row>(
  path: string,
  schema: T,
  {
    rows,
    cursor,
  }: { rows: (answer: z.output<T>) => Row[] } & Pick<
    OperatorList<Row>,
    'cursor'
  >,
): OperatorList<Row> {
  const load = async (asked: string) => rows(await getJson(asked, schema))
  return { path, load, cursor }
}

/** Reads a list page by page; asks again while only its first page is shown. */
export function listQuery<Row>(list: OperatorList<Row>, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [OPERATOR_PATH, list.path, filter],
    queryFn: ({ pageParam }) =>
      list.load(listPath(list, { ...filter, before: pageParam })),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const last = page.length === OPERATOR_PAGE_SIZE ? page.at(-1) : undefined
      return last === undefined ? undefined : list.cursor(last)
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
