import { useMutation, useQuery } from '@tanstack/react-query'
import {
  auditLedger,
  type OperatorLedgerAudit,
  readLedgerAudit,
} from '#core/api/operator/house.ts'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCoins, formatTime } from '../../lib/format.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { operatorQuery } from '../operator-api.ts'

/** Audits the ledger, and shows the last result. */
export function AuditPanel() {
  const last = useQuery(operatorQuery(readLedgerAudit))
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => call(auditLedger),
    onSuccess: () => last.refetch(),
  })
  return (
    <Panel
      title="Ledger audit"
      tools={
        <Button size="small" pending={isPending} onClick={() => mutate()}>
          Audit now
        </Button>
      }
    >
      {error && (
        <p role="alert" className="op-said op-problem">
          {errorMessage(error)}
        </p>
      )}
      <Loaded query={last}>{({ audit }) => <Result audit={audit} />}</Loaded>
    </Panel>
  )
}

function Result({ audit }: { audit: OperatorLedgerAudit | null }) {
  if (!audit) {
    return (
      <p className="op-empty">
        Not audited yet. An audit checks every balance and total against the
        ledger’s rows.
      </p>
    )
  }
  const { at, findings } = audit
  return (
    <>
      <p role="status" className="op-said">
        {findings.length === 0 ? (
          <Mark tone="good">Everything added up</Mark>
        ) : (
          <Mark tone="bad">Violations found</Mark>
        )}
        <span> on {formatTime(at)}.</span>
      </p>
      {findings.length > 0 && (
        <DataTable
          label="Violations"
          columns={columns}
          rows={findings}
          rowKey={({ name }) => name}
        />
      )}
    </>
  )
}

const columns: readonly Column<OperatorLedgerAudit['findings'][number]>[] = [
  { name: 'Claim', cell: ({ name }) => name },
  {
    name: 'Violations',
    isNumber: true,
    cell: ({ violations }) => formatCoins(violations),
  },
]
