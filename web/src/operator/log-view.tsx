import { useMutation, useQuery } from '@tanstack/react-query'
import { listActions, type OperatorAction } from '#core/api/operator/actions.ts'
import {
  auditLedger,
  type OperatorLedgerAudit,
  readLedgerAudit,
} from '#core/api/operator/house.ts'
import { Button } from '../components/button.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { call } from '../lib/call.ts'
import { errorMessage } from '../lib/error-message.ts'
import { formatRowTime, formatTime } from '../lib/format.ts'
import { Mark } from './cells.tsx'
import { type Columns, DataTable } from './data-table.tsx'
import { ListPanel, operatorList } from './list-panel.tsx'
import { Loaded, Note, Panel } from './panel.tsx'
import { operatorQuery } from './queries.ts'
import { ViewLink } from './views.tsx'

/** Shows the ledger's last audit, and the actions of operators. */
export function LogView() {
  return (
    <>
      <AuditPanel />
      <ListPanel list={actionsList} />
    </>
  )
}

/** Lists actions with their targets, reasons and changes. */
export const actionsList = operatorList({
  title: 'Audit log',
  endpoint: listActions,
  rows: ({ actions }) => actions,
  key: ({ id }) => id,
  filters: { search: { label: 'Who, action or target' } },
  columns: {
    Action: ({ action }) => action.replaceAll(/[_.]/g, ' '),
    Target: (action) => <Target {...action} />,
    Reason: ({ reason }) => reason,
    By: ({ actor, actorId, actorKind }) => (
      <ViewLink
        view="log"
        params={{ search: actor }}
        title={actorId ?? actorKind}
      >
        {actor}
      </ViewLink>
    ),
    Time: ({ at }) => formatRowTime(at),
    Change: (action) => <Change {...action} />,
  },
  empty: 'No actions yet.',
})

const VIEWS_OF_TARGETS = [
  { kind: 'player', view: 'players' },
  { kind: 'game', view: 'sports' },
  { kind: 'deposit', view: 'deposits' },
] as const

/** Names a target, with a link to it. */
function Target({ target, targetName }: OperatorAction) {
  const [kind = '', id = ''] = target.split(' ')
  const link = VIEWS_OF_TARGETS.find((one) => one.kind === kind)
  if (!(link && id)) return target
  return (
    <ViewLink view={link.view} params={{ [kind]: id }} title={target}>
      {targetName ?? kind}
    </ViewLink>
  )
}

function Change({ before, after }: OperatorAction) {
  const old = new Map(toFields(before))
  const now = new Map(toFields(after))
  const changed = [...new Map([...old, ...now]).keys()].filter(
    (name) => old.get(name) !== now.get(name),
  )
  if (changed.length === 0) return '–'
  return (
    <ul className="op-change basis-full text-start">
      {changed.map((name) => (
        <li key={name}>
          {name}: {old.get(name) ?? '–'} → {now.get(name) ?? '–'}
        </li>
      ))}
    </ul>
  )
}

/** Flattens stored JSON; nested fields are prefixed by their parents' names. */
function toFields(value: unknown, name = ''): [name: string, text: string][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, field]) =>
    toFields(field, `${name} ${toWords(key)}`.trim()),
  )
}

function toWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Audits the ledger, and shows the last result. */
function AuditPanel() {
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
      <ErrorText className="p-3">{error && errorMessage(error)}</ErrorText>
      <Loaded query={last}>
        {({ audit }) => {
          if (audit) return <Findings {...audit} />
          return (
            <Note>
              Not audited yet. An audit checks every balance and total against
              the ledger’s rows.
            </Note>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const columns: Columns<OperatorLedgerAudit['findings'][number]> = {
  Claim: ({ name }) => name,
  Violations: { figure: ({ violations }) => violations },
}

function Findings({ at, findings }: OperatorLedgerAudit) {
  const isGood = findings.length === 0
  return (
    <>
      <Note role="status">
        <Mark tone={isGood ? 'good' : 'bad'}>
          {isGood ? 'Everything added up' : 'Violations found'}
        </Mark>
        <span> on {formatTime(at)}.</span>
      </Note>
      {!isGood && (
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
