import type { ReactNode } from 'react'
import { ListPanel } from '../frame/list-panel.tsx'
import type { Filter } from '../operator-api.ts'
import { depositColumns } from './deposit-columns.tsx'
import { depositsList } from './deposits-api.ts'

interface DepositsPanelProps {
  title: string
  filter: Filter
  empty: string
  tools?: ReactNode
}

/** Deposits that pass a filter. */
export function DepositsPanel({
  title,
  filter,
  empty,
  tools,
}: DepositsPanelProps) {
  return (
    <ListPanel
      title={title}
      list={depositsList}
      filter={filter}
      columns={depositColumns}
      rowKey={({ id }) => id}
      empty={empty}
      tools={tools}
    />
  )
}
