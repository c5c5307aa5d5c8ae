import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { operatorSite, type SiteSetting } from '#core/api/site.ts'
import { Button } from '../../../components/button.tsx'
import { siteLinksQuery } from '../../../domain/site/site-links.ts'
import { type ActionInput, useAction } from '../frame/action.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { act, operatorQuery } from '../operator-api.ts'

type Setting = z.infer<typeof operatorSite>['settings'][number]

const LINK = 'A name and an https address: Telegram https://t.me/bendy'
const fields: Record<SiteSetting, Pick<ActionInput, 'label' | 'hint'>> = {
  admins: {
    label: 'Official admins',
    hint: 'Two names, with a comma between them: @bendy, @pokey',
  },
  microblog: { label: 'Microblog', hint: LINK },
  messenger: { label: 'Community, and Buy', hint: LINK },
  partners: {
    label: 'Partners',
    hint: 'Names, each with an https address, separated by commas.',
  },
  pair: {
    label: 'Price pair',
    hint: 'A symbol and the address of its pair on Polygon: POL 0xa374…',
  },
  swap: { label: 'Exchange on /swap', hint: LINK },
  chart: { label: 'Chart on /chart', hint: LINK },
  price: {
    label: 'Price service',
    hint: 'A name and an https address; the pair’s is appended to it.',
  },
}

/** Shows and changes the settings of the site. */
export function SiteView() {
  const query = useQuery(operatorQuery('site', operatorSite))
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
  { name: 'Setting', cell: ({ setting }) => fields[setting].label },
  {
    name: 'Value',
    cell: ({ text, isChanged }) => (
      <>
        {text ? <span>{text}</span> : <Mark tone="waiting">Coming soon</Mark>}
        {isChanged && <span className="text-soft"> · changed here</span>}
      </>
    ),
  },
  { name: 'Act', isTools: true, cell: (row) => <ChangeButton {...row} /> },
]

function ChangeButton({ setting, text }: Setting) {
  const ask = useAction()
  const queryClient = useQueryClient()
  const { label } = fields[setting]
  const change = () =>
    ask({
      title: `Change: ${label}`,
      consequence: 'Players see it the next time they load a page.',
      verb: 'Change',
      inputs: [
        { ...fields[setting], name: setting, initial: text, isOptional: true },
      ],
      send: async ({ of, reason }) => {
        await act('site', { [setting]: of(setting), reason })
        await queryClient.invalidateQueries(siteLinksQuery)
      },
      done: `${label} saved`,
    })
  return (
    <Button size="small" onClick={change}>
      Change <span className="sr-only">{label}</span>
    </Button>
  )
}
