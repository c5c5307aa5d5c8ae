import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  changeSettings,
  type OperatorSite,
  readSettings,
  type SiteSetting,
} from '#core/api/site.ts'
import { Button } from '../../components/button.tsx'
import { siteLinksQuery } from '../../components/site/site-links.ts'
import { call } from '../../lib/call.ts'
import { formatRowTime } from '../../lib/format.ts'
import { type Action, useAction } from '../frame/action.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { operatorQuery } from '../operator-api.ts'

type Setting = OperatorSite['settings'][number]

interface Field {
  label: string
  /** The parts of its text, each an input. */
  inputs: readonly string[]
  /** Stands between the parts. */
  separator?: string
  hint?: string
}

const LINK = { inputs: ['Name', 'Address'], hint: 'Begins with https://' }
const fields: Record<SiteSetting, Field> = {
  admins: {
    label: 'Official admins',
    inputs: ['First admin', 'Second admin'],
    separator: ',',
  },
  microblog: { label: 'Microblog', ...LINK },
  messenger: { label: 'Community link (also the Buy button)', ...LINK },
  partners: {
    label: 'Partners',
    inputs: ['Partners'],
    hint: 'Names, each with an https address, separated by commas: Launchpad https://example.com',
  },
  pair: {
    label: 'Price pair',
    inputs: ['Symbol', 'Address of the pair'],
    hint: 'Its contract on Polygon: 0x and 40 hex digits',
  },
  swap: { label: 'Exchange on /swap', ...LINK },
  chart: { label: 'Chart on /chart', ...LINK },
  price: {
    label: 'Price service',
    ...LINK,
    hint: 'Begins with https://; the pair’s address is appended to it.',
  },
}

/** Shows and changes the settings of the site. */
export function SiteView() {
  const query = useQuery(operatorQuery(readSettings))
  return (
    <Panel title="Site">
      <Loaded query={query}>
        {({ settings }) => (
          <DataTable
            label="Site"
            columns={columns}
            rows={settings}
            rowKey={({ setting }) => setting}
          />
        )}
      </Loaded>
      <p className="op-said">
        Empty settings show “Coming soon”. Settings come from the environment
        until you change them here.
      </p>
    </Panel>
  )
}

const columns: readonly Column<Setting>[] = [
  {
    name: 'Setting',
    cell: (row) => (
      <>
        {fields[row.setting].label}
        <div className="font-normal">
          <Value {...row} />
        </div>
      </>
    ),
  },
  { name: 'Act', isTools: true, cell: (row) => <Buttons {...row} /> },
]

function changeText({ at, by }: NonNullable<Setting['changed']>): string {
  return `Changed ${formatRowTime(at)}${by ? ` by ${by}` : ''}`
}

function Value({ text, changed }: Setting) {
  return (
    <>
      {text ? <span>{text}</span> : <Mark tone="waiting">Coming soon</Mark>}
      {changed && <p className="op-tile-note">{changeText(changed)}</p>}
    </>
  )
}

function Buttons(row: Setting) {
  const ask = useAction()
  const queryClient = useQueryClient()
  const of = <span className="sr-only">{fields[row.setting].label}</span>
  const askFor = ({ send, ...action }: Action) =>
    ask({
      ...action,
      send: async (answers) => {
        await send(answers)
        await queryClient.invalidateQueries(siteLinksQuery)
      },
    })
  return (
    <span className="op-tools">
      {row.changed && (
        <Button size="small" onClick={() => askFor(resetAction(row))}>
          Reset {of}
        </Button>
      )}
      <Button size="small" onClick={() => askFor(changeAction(row))}>
        Change {of}
      </Button>
    </span>
  )
}

const NEXT_LOAD = 'Players see it the next time they load a page.'

function changeAction({ setting, text }: Setting): Action {
  const { label, inputs, separator = ' ', hint = '' } = fields[setting]
  const at = text.lastIndexOf(separator)
  const parts =
    inputs.length === 1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
  // A refusal names the setting: it is shown at the last input.
  const names = ['first', setting].slice(-inputs.length)
  return {
    title: `Change: ${label}`,
    consequence: NEXT_LOAD,
    verb: 'Change',
    inputs: names.map((name, index) => ({
      name,
      label: inputs[index] ?? label,
      initial: parts[index]?.trim() ?? '',
      isOptional: true,
      ...(name === setting && { hint }),
    })),
    send: ({ of, reason }) => {
      const changed = names.map(of).filter(Boolean).join(separator)
      return call(changeSettings, { body: { [setting]: changed, reason } })
    },
    done: `${label} saved`,
  }
}

function resetAction({ setting, environment }: Setting): Action {
  const { label } = fields[setting]
  return {
    title: `Reset: ${label}`,
    consequence: `Goes back to what the environment says: ${environment || 'Coming soon'}. ${NEXT_LOAD}`,
    verb: 'Reset',
    send: ({ reason }) =>
      call(changeSettings, { body: { [setting]: environment, reason } }),
    done: `${label} reset`,
  }
}
