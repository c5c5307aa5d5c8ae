import { expect, test } from 'vitest'
import { operatorActions } from '#core/api/operator/actions.ts'
import { operatorSite, siteLinks } from '#core/api/site.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { eventually } from '#testing/server/eventually.ts'
import { fine, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const FROM_ENVIRONMENT = 'Discord https://discord.example/house'
const env = { SITE_MESSENGER: FROM_ENVIRONMENT }
const server = await openTestServer({ env })
const second = await server.startApi({ env })
const { client: operator, username } = await newOperator(server)
const SITE = '/api/operator/site'
const reason = 'We moved.'

async function readLinks(origin: string) {
  return siteLinks.parse(fine(await new TestClient(origin).get('/api/site')))
}

test('shows settings of the environment until an operator overrides them', async () => {
  expect(await readLinks(server.origin)).toMatchObject({
    messenger: { name: 'Discord', href: 'https://discord.example/house' },
    microblog: { name: 'X', href: '' },
    admins: ['', ''],
  })
  const admins = '@one,  @other'
  const messenger = 'Telegram https://t.example/house'
  fine(await operator.post(SITE, { admins, messenger, reason }))
  for (const { origin } of [server, second]) {
    await eventually(async () =>
      expect(await readLinks(origin)).toMatchObject({
        admins: ['@one', '@other'],
        messenger: { name: 'Telegram', href: 'https://t.example/house' },
      }),
    )
  }
  const log = fine(await operator.get('/api/operator/audit-log'))
  expect(operatorActions.parse(log).actions[0]).toMatchObject({
    action: 'change_site',
    before: { admins: '', messenger: FROM_ENVIRONMENT },
    after: { admins, messenger },
    reason,
  })
  const { settings } = operatorSite.parse(fine(await operator.get(SITE)))
  expect(settings.find(({ setting }) => setting === 'messenger')).toEqual({
    setting: 'messenger',
    text: messenger,
    environment: FROM_ENVIRONMENT,
    changed: { at: expect.any(String), by: username },
  })
  fine(await operator.post(SITE, { messenger: FROM_ENVIRONMENT, reason }))
  const { rows } = await server.pool.query('SELECT setting FROM site_settings')
  expect(rows).toEqual([{ setting: 'admins' }])
})

test('refuses an address without https, and names the field', async () => {
  const swap = 'Dex http://dex.example'
  const answer = await operator.post(SITE, { swap, reason })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    message: expect.stringMatching(/^swap must be a name and an https address/),
    issues: [{ path: ['swap'] }],
  })
})
