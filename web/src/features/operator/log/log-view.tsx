import { useQuery } from '@tanstack/react-query'
import {
  type OperatorLedgerAudit,
  operatorLedgerAudit,
} from '#core/schemas/operator/house.ts'
import { Button } from '../../../components/button.tsx'
import { sendJson } from '../../../lib/api-client.ts'
import { formatCoins, formatTime } from '../../../lib/format.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { OPERATOR_PATH } from '../operator-api.ts'
import { actionColumns } from './action-columns.tsx'
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

/** Asked for by a press only: it reads the whole ledger. */
const ledgerAuditQuery = {
  queryKey: [OPERATOR_PATH, 'ledger-audit'],
  queryFn: () =>
    sendJson('POST', `${OPERATOR_PATH}/ledger-audit`, {
      schema: operatorLedgerAudit,
    }),
  enabled: false,
}

function AuditPanel() {
  const query = useQuery(ledgerAuditQuery)
  return (
    <Panel
      title="Ledger audit"
      tools={
        <Button
          size="small"
          pending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Audit now
        </Button>
      }
    >
      {query.data || query.error ? (
        <Loaded query={query}>{(audit) => <Findings {...audit} />}</Loaded>
      ) : (
        <p role="status" className="op-empty">
          {query.isFetching
            ? 'Reading the whole ledger…'
            : 'Derives every figure again from the ledger’s rows. It reads all of them.'}
        </p>
      )}
    </Panel>
  )
}

type Finding = OperatorLedgerAudit['findings'][number]

const columns: readonly Column<Finding>[] = [
  { name: 'Claim', cell: ({ name }) => name },
  {
    name: 'Violations',
    isNumber: true,
    cell: ({ violations }) => (
      <Mark tone={violations === 0 ? 'good' : 'bad'}>
        {violations === 0 ? 'none' : formatCoins(violations)}
      </Mark>
    ),
  },
]

function Findings({ at, findings }: OperatorLedgerAudit) {
  const broken = findings.filter(({ violations }) => violations > 0)
  return (
    <>
      <p role="status" className="op-said">
        {broken.length === 0
          ? `All ${findings.length} claims held at ${formatTime(at)}.`
          : `${broken.length} of ${findings.length} claims are broken, as of ${formatTime(at)}.`}
      </p>
      <DataTable
        label="Ledger audit"
        columns={columns}
        rows={[...broken, ...findings.filter((each) => !broken.includes(each))]}
        rowKey={({ name }) => name}
      />
    </>
  )
}
