import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '#core/api/endpoint.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import { Button } from '../components/button.tsx'
import { type Callable, call, toUrl, type Values } from '../lib/call.ts'
import { type Columns, DataTable } from './data-table.tsx'
import { Choice, CsvLink, Loaded, Panel } from './panel.tsx'
import { OPERATOR_KEY } from './queries.ts'
import { useView } from './views.tsx'

/** Narrows a list by one parameter: an option, or any text without options. */
type ListFilter = {
  label: string
  /** Values and their names; the first one applies until another is chosen. */
  options?: Readonly<Record<string, string>>
}

/** A paged list of the API, and its table. */
type OperatorList<Row> = {
  title: string
  getUrl: (query: Values) => string
  load: (query: Values) => Promise<Row[]>
  /** Identifies a row; the last one's is the cursor of the next page. */
  key: (row: Row) => string | number
  /** The standard one of operators' lists unless given. */
  pageSize?: number
  columns: Columns<Row>
  /** Filters by their parameters. */
  filters?: Readonly<Record<string, ListFilter>>
  /** Shown when there are no rows and no filter is set. */
  empty: string
}

/** Describes a list by its endpoint, the rows of an answer, and its columns. */
export function operatorList<Answer, Row>({
  endpoint,
  params = {},
  rows,
  ...list
}: Omit<OperatorList<Row>, 'load' | 'getUrl'> & {
  endpoint: Callable & { query: Schema; answer: z.ZodMiniType<Answer> }
  params?: Values
  rows: (answer: Answer) => Row[]
}): OperatorList<Row> {
  const toOptions = (query: Values) => ({ params, query })
  return {
    ...list,
    getUrl: (query) => toUrl(endpoint, toOptions(query)),
    load: async (query) => rows(await call(endpoint, toOptions(query))),
  }
}

/** Builds options named like their values, after one for all of them. */
export function choices(all: string, values: readonly string[]) {
  const named = values.map((value) => [value, value.replaceAll('_', ' ')])
  return { '': all, ...Object.fromEntries(named) }
}

type Filter = Readonly<Record<string, string>>

/** Reads a list page by page; polls while only its first page is shown. */
function listQuery<Row>(list: OperatorList<Row>, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [OPERATOR_KEY, list.getUrl({}), filter],
    queryFn: ({ pageParam }) =>
      list.load({ ...filter, before: pageParam || undefined }),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const { key, pageSize = OPERATOR_PAGE_SIZE } = list
      const last = page.length >= pageSize ? page.at(-1) : undefined
      return last === undefined ? undefined : String(key(last))
    },
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 1) === 1 && 5_000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

type ListPanelProps<Row> = {
  list: OperatorList<Row>
  title?: string
  /** Fixed filters, which hide the choice. */
  only?: Filter
}

/** A list of the API as a table, page after page, and as a file. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { list, only, title = list.title } = props
  const { param, change } = useView()
  const filters = Object.entries(only ? {} : (list.filters ?? {})).map(
    ([name, { label, options }]) => {
      const [first = ''] = Object.keys(options ?? {})
      const text = param(name)
      const value = options && !Object.hasOwn(options, text) ? first : text
      const onChange = (next: string) => change({ [name]: next })
      return { name, options, first, field: { label, value, onChange } }
    },
  )
  const set = filters.map(({ name, field }) => [name, field.value] as const)
  const filter = only ?? Object.fromEntries(set.filter(([, value]) => value))
  const isFiltered = filters.some(({ first, field }) => field.value !== first)
  const pages = useInfiniteQuery(listQuery(list, filter))
  return (
    <Panel
      title={title}
      tools={
        <>
          {filters.map(({ name, options, field }) =>
            options ? (
              <Choice key={name} options={options} {...field} />
            ) : (
              <Search key={name} {...field} />
            ),
          )}
          <CsvLink
            title={title}
            href={list.getUrl({ ...filter, format: 'csv' })}
          />
        </>
      }
    >
      <Loaded query={pages} skeleton="h-64">
        {(data) => (
          <DataTable
            label={title}
            columns={list.columns}
            rows={data.pages.flat()}
            rowKey={list.key}
            empty={isFiltered ? 'Nothing matches.' : list.empty}
          />
        )}
      </Loaded>
      {pages.hasNextPage && (
        <div className="px-3 pt-2 pb-3">
          <Button
            size="small"
            pending={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </Panel>
  )
}

type SearchProps = {
  label: string
  value: string
  onChange: (text: string) => void
}

function Search({ label, value, onChange }: SearchProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    onChange(String(text ?? '').trim())
  }
  return (
    <search>
      <form className="flex gap-1.5" onSubmit={submit}>
        <input
          key={value}
          type="search"
          name="text"
          aria-label={label}
          placeholder={label}
          defaultValue={value}
          maxLength={80}
          className="op-input"
        />
        <Button type="submit" size="small">
          Find
        </Button>
      </form>
    </search>
  )
}
