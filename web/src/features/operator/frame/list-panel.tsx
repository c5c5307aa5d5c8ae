import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import {
  csvPath,
  type Filter,
  listQuery,
  type OperatorList,
} from '../operator-api.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Loaded, Panel } from './panel.tsx'

interface ListPanelProps<Row> {
  title: string
  list: OperatorList<Row>
  filter?: Filter
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** Said where there is no row. */
  empty: string
  tools?: ReactNode
}

const NO_FILTER: Filter = {}

/** A list of the API as a table, page after page, and as a file. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { title, list, filter = NO_FILTER, columns, rowKey, empty } = props
  const pages = useInfiniteQuery(listQuery(list, filter))
  const csv = (
    <a
      href={csvPath(list, filter)}
      download
      className="op-link"
      aria-label={`${title} as CSV`}
    >
      CSV
    </a>
  )
  return (
    <Panel
      title={title}
      tools={
        <>
          {props.tools}
          {csv}
        </>
      }
    >
      <Loaded query={pages} skeleton="h-64">
        {(data) => {
          const rows = data.pages.flat()
          return rows.length === 0 ? (
            <p className="op-empty">{empty}</p>
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
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
