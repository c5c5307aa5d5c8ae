import { Link } from 'react-router-dom'
import { listActions, type OperatorAction } from '#core/api/operator/actions.ts'
import { formatRowTime } from '../../lib/format.ts'
import { viewLink } from '../frame/views.ts'
import { operatorList } from '../operator-api.ts'

/** Shows what operators did, to what, why, and what it changed. */
export const actionsList = operatorList({
  title: 'Audit log',
  endpoint: listActions,
  rows: ({ actions }) => actions,
  key: ({ id }) => id,
  filters: [{ param: 'search', label: 'Who, action or target' }],
  columns: [
    { name: 'Action', cell: ({ action }) => action.replaceAll(/[_.]/g, ' ') },
    { name: 'Target', cell: (action) => <Target {...action} /> },
    { name: 'Reason', cell: ({ reason }) => reason },
    {
      name: 'By',
      cell: ({ actor, actorId, actorKind }) => (
        <Link
          to={viewLink('log', { search: actor })}
          className="op-name"
          title={actorId ?? actorKind}
        >
          {actor}
        </Link>
      ),
    },
    { name: 'Time', cell: ({ at }) => formatRowTime(at) },
    { name: 'Change', cell: (action) => <Change {...action} /> },
  ],
  empty: 'No actions yet.',
})

/** A target by its name, which leads to it. */
function Target({ target, targetName }: OperatorAction) {
  const [kind = '', id = ''] = target.split(' ')
  const link = TARGET_LINKS.find((one) => one.kind === kind)
  if (!(link && id)) return target
  return (
    <Link
      to={viewLink(link.view, { [kind]: id })}
      className="op-name"
      title={target}
    >
      {targetName ?? kind}
    </Link>
  )
}

const TARGET_LINKS = [
  { kind: 'player', view: 'players' },
  { kind: 'game', view: 'sports' },
  { kind: 'deposit', view: 'deposits' },
] as const

function Change({ before, after }: OperatorAction) {
  const old = new Map(fieldsOf(before))
  const now = new Map(fieldsOf(after))
  const changed = [...new Map([...old, ...now]).keys()].filter(
    (name) => old.get(name) !== now.get(name),
  )
  if (changed.length === 0) return '–'
  return (
    <ul className="op-change">
      {changed.map((name) => (
        <li key={name}>
          {name}: {old.get(name) ?? '–'} → {now.get(name) ?? '–'}
        </li>
      ))}
    </ul>
  )
}

/** Flattens stored JSON; names of nested fields begin with those around them. */
function fieldsOf(value: unknown, name = ''): [name: string, text: string][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, field]) =>
    fieldsOf(field, `${name} ${wordsOf(key)}`.trim()),
  )
}

function wordsOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
