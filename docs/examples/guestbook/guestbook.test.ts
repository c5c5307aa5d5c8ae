import { expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openFeatures } from '../../../api/src/features.ts'
import { openGuestbook } from './guestbook.feature.ts'

/** What `npx drizzle-kit generate` makes of the table. */
const MIGRATION = `
  CREATE TABLE guestbook_lines (
    user_id uuid PRIMARY KEY NOT NULL,
    line text NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT guestbook_lines_length CHECK (length(line) BETWEEN 1 AND 140)
  );
  INSERT INTO guestbook_lines
    VALUES (gen_random_uuid(), 'So long ago', now() - interval '31 days')`

const database = await createTestDatabase()
await database.pool.query(MIGRATION)
const house = await openTestServer(
  {
    open: async (platform, config) => ({
      ...(await openFeatures(platform, config)),
      guestbook: openGuestbook(platform),
    }),
  },
  database,
)

test('its routes are mounted, behind the guards of all others', async () => {
  const { client } = await house.newPlayer()
  const written = { line: 'I was here' }
  const stranger = new TestClient(house.origin)
  expect((await stranger.put('/api/guestbook', written)).status).toBe(401)
  expect((await client.put('/api/guestbook', { line: '' })).status).toBe(400)
  expect((await client.put('/api/guestbook', written)).status).toBe(200)
  const { body } = await stranger.get('/api/guestbook')
  expect(body).toMatchObject({
    lines: expect.arrayContaining(['I was here']),
  })
})

test('its job runs with all others', async () => {
  await eventually(async () => {
    const { rows } = await house.pool.query('SELECT line FROM guestbook_lines')
    expect(rows).not.toContainEqual({ line: 'So long ago' })
  })
  const { metrics } = house.platform
  expect(await metrics.registry.metrics()).toContain('job="guestbook"')
})
