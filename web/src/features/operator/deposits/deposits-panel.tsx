import type { ReactNode } from 'react'
import { ListPanel } from '../frame/list-panel.tsx'
import type { Filter } from '../operator-api.ts'
import { depositColumns } from './deposit-columns.tsx'
import { depositsList } from './deposits-api.ts'

interface DepositsPanelProps {
  title: string
  filter: Filter
  tools?: ReactNode
}

/** Deposits that pass a filter. */
export function DepositsPanel({ title, filter, tools }: DepositsPanelProps) {
  return (
    <ListPanel
      title={title}
      list={depositsList}
      filter={filter}
      columns={depositColumns}
      rowKey={({ id }) => id}
      empty="There is no such deposit."
      tools={tools}
    />
  )
}
