import type { OperatorAction } from '#core/schemas/operator/actions.ts'
import { formatTime } from '../../../lib/format.ts'
import type { Column } from '../frame/data-table.tsx'

/** Shows what an operator did, to what, why, and what it changed. */
export const actionColumns: readonly Column<OperatorAction>[] = [
  { name: 'Action', cell: ({ action }) => action.replaceAll(/[_.]/g, ' ') },
  { name: 'Target', cell: ({ target }) => <code>{target}</code> },
  { name: 'Reason', cell: ({ reason }) => reason },
  {
    name: 'By',
    cell: ({ actor, actorId, actorKind }) => (
      <span title={actorId ?? actorKind}>{actor}</span>
    ),
  },
  { name: 'Time', cell: ({ at }) => formatTime(at) },
  { name: 'Change', cell: (action) => <Change {...action} /> },
]

function Change({ before, after, action, target }: OperatorAction) {
  if (before === null && after === null) return '–'
  return (
    <details className="op-change">
      <summary>
        Before and after
        <span className="sr-only">
          {' '}
          {action} {target}
        </span>
      </summary>
      <pre>{JSON.stringify(before, null, 1)}</pre>
      <pre>{JSON.stringify(after, null, 1)}</pre>
    </details>
  )
}
