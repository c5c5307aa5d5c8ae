import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Digits stand below digits. */
  isNumber?: boolean
  /** Buttons and links: their names say what they are. */
  isTools?: boolean
}

interface DataTableProps<Row> {
  /** What the rows are, for those who hear the page. */
  label: string
  /** The first one names its row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

const FEW_COLUMNS = 4

/** Rows and columns; where they have no room each row is a card of its own. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey } = props
  const [naming, ...others] = columns
  if (!naming) return null
  return (
    <table className={tableClass(columns.length)} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={classOf(column)}>
              <span className={classNames(column.isTools && 'sr-only')}>
                {column.name}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <th scope="row">{naming.cell(row)}</th>
            {others.map((column) => (
              <td
                key={column.name}
                data-label={column.name}
                className={classOf(column)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** More columns need more room, or each row is a card sooner. */
function tableClass(columns: number): string {
  if (columns > FEW_COLUMNS) return 'op-table op-table-wide'
  return 'op-table'
}

function classOf<Row>({ isNumber, isTools }: Column<Row>): string {
  return classNames(isNumber && 'op-number', isTools && 'op-row-tools')
}
