import { ListPanel } from '../frame/list-panel.tsx'
import { actionColumns } from './action-columns.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { actionsList } from './log-api.ts'

/** Shows what operators did, and whether the ledger holds. */
export function LogView() {
  return (
    <>
      <AuditPanel />
      <ListPanel
        title="Audit log"
        list={actionsList}
        columns={actionColumns}
        rowKey={({ id }) => id}
        empty="No operator has done anything yet."
      />
    </>
  )
}
