import { expect, inject, test } from 'vitest'
import { assert } from '#core/assert.ts'
import { runOn } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const visitor = new TestClient(server.origin)
const database = new URL(server.databaseUrl).pathname.slice(1)

/** Caddy's default `keepalive`. */
const CADDY_KEEPS_SECONDS = 120

const alterDatabase = (allows: boolean) =>
  runOn(
    inject('databaseUrl'),
    `ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${allows}`,
  )

async function shutDatabase(): Promise<void> {
  // Forbids connections first, or the API would reconnect at once.
  await alterDatabase(false)
  await runOn(
    inject('databaseUrl'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  )
}

test('is alive, and keeps connections longer than the proxy', async () => {
  const { status, body, headers } = await visitor.get('/healthz')
  expect({ status, body }).toEqual({ status: 200, body: { status: 'alive' } })
  const [, seconds] = headers.get('keep-alive')?.split('=') ?? []
  expect(Number(seconds)).toBeGreaterThan(CADDY_KEEPS_SECONDS)
})

test('is ready while its database answers', async () => {
  expect((await visitor.get('/readyz')).status).toBe(200)
  await shutDatabase()
  try {
    const { status, body } = await visitor.get('/readyz')
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'not ready' },
    })
    expect((await visitor.get('/healthz')).status).toBe(200)
  } finally {
    await alterDatabase(true)
  }
  await eventually(async () =>
    expect((await visitor.get('/readyz')).status).toBe(200),
  )
  await server.newPlayer()
})

test('exports metrics of requests, jobs and the process', async () => {
  const { status, text } = await visitor.get('/metrics')
  expect(status).toBe(200)
  for (const name of [
    'http_request_duration_seconds_bucket{le="0.05",status="2xx"}',
    'job_runs_total{job="bankroll",outcome="done"}',
    'process_cpu_seconds_total',
  ]) {
    expect(text).toContain(name)
  }
})

test('serves metrics through a proxy only with METRICS_PUBLIC', async () => {
  for (const address of ['203.0.113.9', '127.0.0.1', '']) {
    const forwarded = { 'X-Forwarded-For': address }
    const answer = await visitor.get('/metrics', forwarded)
    expectCode(answer, 'forbidden')
  }
  const open = await server.startApi({ env: { METRICS_PUBLIC: 'true' } })
  const { status } = await new TestClient(open.origin).get('/metrics', {
    'X-Forwarded-For': '203.0.113.9',
  })
  expect(status).toBe(200)
})

const DATA_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

test.each([
  '/api/casino-stats',
  '/api/no/such/thing',
  '/api/user',
  '/healthz',
  '/metrics',
  '/nothing',
  '/%E0%A4%A',
])(
  'sends headers that keep data from caches and other sites: %s',
  async (path) => {
    const { headers } = await visitor.get(path)
    expectDataHeaders(headers)
    expect(headers.has('X-Powered-By')).toBe(false)
    expect(headers.has('Strict-Transport-Security')).toBe(false)
  },
)

test('sends HSTS with all data of an https site', async () => {
  const { origin } = await server.startApi({
    env: { PUBLIC_URL: 'https://casino.example', TRUST_PROXY_HOPS: '1' },
  })
  for (const path of [
    '/api/casino-stats',
    '/api/user',
    '/readyz',
    '/nothing',
  ]) {
    const { headers } = await new TestClient(origin).get(path)
    expect(headers.get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
  }
})

test('sends them with refusals of the network limit', async () => {
  const { origin } = await server.startApi({
    env: { REQUESTS_PER_NETWORK: '1' },
  })
  const client = new TestClient(origin)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.get('/readyz')),
  )
  const refused = answers.find(({ status }) => status === 429)
  assert(refused !== undefined, 'one request is above the limit')
  expectDataHeaders(refused.headers)
})

function expectDataHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(DATA_HEADERS)) {
    expect(headers.get(name), name).toEqual(value)
  }
}
