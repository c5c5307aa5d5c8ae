import type { ComponentProps, ReactNode } from 'react'
import { formatCoins } from '../lib/format.ts'
import { Loaded, type LoadedQuery, Panel } from './panel.tsx'

/** A plain cell, a figure (a dash for none), or buttons and links of a row. */
type Column<Row> =
  | ((row: Row) => ReactNode)
  | { figure: (row: Row) => ReactNode }
  | { tools: (row: Row) => ReactNode }

/** Columns by their names; the first one names its row. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: Columns<Row>
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Replaces a table without rows. */
  empty?: string | undefined
}

/** More columns need more room, or each row is a card sooner. */
const FEW_COLUMNS = 4

/** A table; on narrow screens each row becomes a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, empty } = props
  const columns = Object.entries(props.columns)
  if (rows.length === 0 && empty)
    return <p className="p-3 text-soft">{empty}</p>
  return (
    <table
      className="op-table"
      data-wide={columns.length > FEW_COLUMNS}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map(([name, column]) => (
            <th key={name} scope="col" data-kind={findKind(column)}>
              <span className={findKind(column) === 'tools' ? 'sr-only' : ''}>
                {name}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(([name, column], at) =>
              at === 0 ? (
                <th key={name} scope="row">
                  {toCell(column, row)}
                </th>
              ) : (
                <td key={name} data-label={name} data-kind={findKind(column)}>
                  {toCell(column, row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type TablePanelProps<Data, Row> = Omit<DataTableProps<Row>, 'label' | 'rows'> &
  Omit<ComponentProps<typeof Panel>, 'children'> & {
    query: LoadedQuery<Data>
    /** Names the table, where the title does not. */
    label?: string
    rows: (data: Data) => readonly Row[]
    /** Text below the table. */
    children?: ReactNode
  }

/** A panel with a table of a query's rows. */
export function TablePanel<Data, Row>(props: TablePanelProps<Data, Row>) {
  const { query, rows, columns, rowKey, empty, children, ...panel } = props
  const { label = panel.title } = props
  return (
    <Panel {...panel}>
      <Loaded query={query}>
        {(data) => (
          <>
            <DataTable
              {...{ label, columns, rowKey, empty }}
              rows={rows(data)}
            />
            {children}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Returns one row's cells by the names of their columns. */
export function getCells<Row>(columns: Columns<Row>, row: Row) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      toCell(column, row),
    ]),
  )
}

function findKind<Row>(column: Column<Row>) {
  if (typeof column === 'function') return undefined
  return 'tools' in column ? 'tools' : 'figure'
}

function toCell<Row>(column: Column<Row>, row: Row): ReactNode {
  if (typeof column === 'function') return column(row)
  if ('tools' in column) return column.tools(row)
  const value = column.figure(row)
  if (value === null || value === undefined) return '–'
  return typeof value === 'number' ? formatCoins(value) : value
}
