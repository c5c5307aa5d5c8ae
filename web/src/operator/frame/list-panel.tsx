import { useInfiniteQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import {
  type Filter,
  type ListFilter,
  listQuery,
  type OperatorList,
} from '../operator-api.ts'
import { Choice } from './choice.tsx'
import { DataTable } from './data-table.tsx'
import { Loaded, Panel } from './panel.tsx'
import { useView } from './views.ts'

interface ListPanelProps<Row> {
  list: OperatorList<Row>
  title?: string
  /** A fixed filter, which leaves none to choose. */
  only?: Filter
}

/** A list of the API as a table, page after page, and as a file. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { list, only, title = list.title } = props
  const { param, change } = useView()
  const filters = (only ? [] : (list.filters ?? [])).map((filter) => ({
    ...filter,
    value: optionOf(filter, param(filter.param)),
    onChange: (value: string) => change({ [filter.param]: value }),
  }))
  const set = filters.filter(({ value }) => value)
  const filter =
    only ?? Object.fromEntries(set.map((each) => [each.param, each.value]))
  const isFiltered = filters.some((each) => each.value !== optionOf(each, ''))
  const pages = useInfiniteQuery(listQuery(list, filter))
  return (
    <Panel
      title={title}
      tools={
        <>
          {filters.map(({ param: name, options, ...each }) =>
            options ? (
              <Choice key={name} {...each} options={options} />
            ) : (
              <Search key={name} {...each} />
            ),
          )}
          <a
            href={list.urlOf({ ...filter, format: 'csv' })}
            download
            className="op-link"
            aria-label={`${title} as CSV`}
          >
            CSV
          </a>
        </>
      }
    >
      <Loaded query={pages} skeleton="h-64">
        {(data) => {
          const rows = data.pages.flat()
          return rows.length === 0 ? (
            <p className="op-empty">
              {isFiltered ? 'Nothing matches.' : list.empty}
            </p>
          ) : (
            <DataTable
              label={title}
              columns={list.columns}
              rows={rows}
              rowKey={list.key}
            />
          )
        }}
      </Loaded>
      {pages.hasNextPage && (
        <div className="op-more">
          <Button
            size="small"
            pending={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show older ones
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Replaces an unknown option, also the empty one, by the first option. */
function optionOf({ options }: ListFilter, text: string): string {
  if (!options || options.some(([value]) => value === text)) return text
  return options[0]?.[0] ?? ''
}

interface SearchProps {
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
      <form className="op-search" onSubmit={submit}>
        <input
          key={value}
          type="search"
          name="text"
          aria-label={label}
          placeholder={label}
          defaultValue={value}
          maxLength={80}
          className="op-choice"
        />
        <Button type="submit" size="small">
          Find
        </Button>
      </form>
    </search>
  )
}
