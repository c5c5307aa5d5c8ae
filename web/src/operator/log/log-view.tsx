import { ListPanel } from '../frame/list-panel.tsx'
import { actionsList } from './actions-list.tsx'
import { AuditPanel } from './audit-panel.tsx'

/** Shows what operators did, and whether the ledger holds. */
export function LogView() {
  return (
    <>
      <AuditPanel />
      <ListPanel list={actionsList} />
    </>
  )
}
