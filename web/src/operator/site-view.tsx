import { useQuery } from '@tanstack/react-query'
import {
  changeSettings,
  type OperatorSite,
  readSettings,
  type SiteSetting,
} from '#core/api/site.ts'
import { siteLinksQuery } from '../components/site/site-links.ts'
import { call } from '../lib/call.ts'
import { formatRowTime } from '../lib/format.ts'
import { type Action, ActionButton } from './actions.tsx'
import { Mark } from './cells.tsx'
import { type Columns, TablePanel } from './data-table.tsx'
import { Note, Tools } from './panel.tsx'
import { operatorQuery } from './queries.ts'

type Setting = OperatorSite['settings'][number]

type Field = {
  label: string
  /** Labels of the parts of its text. */
  inputs: readonly string[]
  /** Separator of the parts. */
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
  return (
    <TablePanel
      title="Site"
      query={useQuery(operatorQuery(readSettings))}
      columns={columns}
      rows={({ settings }) => settings}
      rowKey={({ setting }) => setting}
    >
      <Note>
        Empty settings show “Coming soon”. Settings come from the environment
        until you change them here.
      </Note>
    </TablePanel>
  )
}

const columns: Columns<Setting> = {
  Setting: ({ setting, text, changed }) => (
    <>
      {fields[setting].label}
      <div className="font-normal">
        {text ? <span>{text}</span> : <Mark tone="waiting">Coming soon</Mark>}
        {changed && (
          <p className="text-[0.8125rem] text-soft">{changeText(changed)}</p>
        )}
      </div>
    </>
  ),
  Act: {
    tools: (row) => (
      <Tools>
        {row.changed && (
          <ActionButton
            action={resetAction(row)}
            of={fields[row.setting].label}
          >
            Reset
          </ActionButton>
        )}
        <ActionButton action={changeAction(row)} of={fields[row.setting].label}>
          Change
        </ActionButton>
      </Tools>
    ),
  },
}

function changeText({ at, by }: NonNullable<Setting['changed']>): string {
  return `Changed ${formatRowTime(at)}${by ? ` by ${by}` : ''}`
}

const NEXT_LOAD = 'Players see it the next time they load a page.'
const changes = siteLinksQuery.queryKey

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
    changes,
    done: `${label} saved`,
  }
}

function resetAction({ setting, environment }: Setting): Action {
  const { label } = fields[setting]
  return {
    title: `Reset: ${label}`,
    consequence: `Goes back to the environment’s value: ${environment || 'Coming soon'}. ${NEXT_LOAD}`,
    verb: 'Reset',
    send: ({ reason }) =>
      call(changeSettings, { body: { [setting]: environment, reason } }),
    changes,
    done: `${label} reset`,
  }
}
