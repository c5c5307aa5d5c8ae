import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { FLIP_PATH, flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { startTraceCollector } from '#testing/server/trace-collector.ts'
import { makeLogger } from './logger.ts'

const collector = await startTraceCollector()
const server = await openTestServer()
const STEPS = ['receive', 'queue', 'load', 'decide']

/** Spans of a bet: its request and steps, and the batch. */
const SPANS_PER_BET = 8

afterEach(() => {
  vi.unstubAllEnvs()
  collector.spans.length = 0
  collector.bodies.length = 0
  collector.state.status = 200
})

function startApi(more: NodeJS.ProcessEnv = {}, lines: string[] = []) {
  const log = makeLogger('info', { write: (line) => lines.push(line) })
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more }
  // One partition, so that bets of different players share a batch.
  return server.startApi({ env: { BET_PARTITIONS: '1', ...env }, log })
}

test('traces a bet from its request to its publication', async () => {
  const api = await startApi()
  const player = await server.newPlayer()
  const { transactionId } = await flipCoin(player.client.at(api.origin))
  await api.close()

  const [request, ...others] = collector.find(`POST ${FLIP_PATH}`)
  if (!request) throw new Error('The request has no span')
  expect(others).toEqual([])
  expect(request.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': FLIP_PATH,
    'http.response.status_code': 200,
    'bet.id': transactionId,
    'bet.game': 'Coin Flip',
    'player.id': player.id,
  })
  const [batch] = collector.find('commit batch')
  expect(collector.getTree(request)).toEqual([
    [request.name, ...STEPS, 'commit batch', 'commit', 'publish'],
  ])
  expect(batch?.attributes).toMatchObject({ 'batch.bets': 1 })
})

test('links a batch to each of its bets, and their commits to the batch', async () => {
  const api = await startApi()
  const players = await server.newPlayers(8)
  await Promise.all(
    players.map(({ client }) => flipCoin(client.at(api.origin))),
  )
  await api.close()
  const requests = collector.find(`POST ${FLIP_PATH}`).map((one) => one.spanId)
  const batches = collector.find('commit batch')
  expect(requests).toHaveLength(8)
  expect(batches.length).toBeLessThan(8)
  expect(
    batches.flatMap(({ links }) => links.map(({ spanId }) => spanId)),
  ).toHaveLength(8)
  const linked = batches.flatMap(({ links }) => links)
  expect(new Set(linked.map(({ spanId }) => spanId))).toEqual(new Set(requests))
  const ids = batches.map(({ spanId }) => spanId)
  for (const { links } of collector.find('commit'))
    expect(ids).toContain(links[0]?.spanId)
})

test('ignores the traceparent of a client', async () => {
  const api = await startApi()
  const { client } = await server.newPlayer()
  const foreign = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${foreign}-b7ad6b7169203331-01` }
  await placeFlip(client.at(api.origin), 1, headers)
  await api.close()
  const [request] = collector.find(`POST ${FLIP_PATH}`)
  expect(request?.parentSpanId).toBeFalsy()
  expect(request?.traceId).not.toBe(foreign)
})

test('exports no name, cookie, seed or balance', async () => {
  const api = await startApi()
  const { client, username } = await server.newPlayer()
  const own = client.at(api.origin)
  const answer = await placeFlip(own, 37)
  await placeFlip(own, 1_000_000)
  await api.close()
  const text = collector.bodies.join('\n')
  expect(text).toContain('POST /v1/traces')
  expect(text).toContain('insufficient')
  for (const secret of [username, own.sid, ...Object.values(answer.headers)])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/seed|sid=|balance"|password/i)
})

test('names the trace of a request in its log line', async () => {
  const lines: string[] = []
  const api = await startApi({}, lines)
  const { client } = await server.newPlayer()
  vi.spyOn(api.platform.partitionPool, 'query').mockRejectedValue(
    new Error('an unknown fault'),
  )
  await placeFlip(client.at(api.origin), 1)
  vi.restoreAllMocks()
  await api.close()
  const [request] = collector.find(`POST ${FLIP_PATH}`)
  expect(request?.attributes['http.response.status_code']).toBe(503)
  const completed = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'http.request_completed')
  expect(completed).toMatchObject([{ traceId: request?.traceId }])
})

test.each([
  ['parentbased_always_off', '1'],
  ['parentbased_traceidratio', '0'],
])('records no trace with the sampler %s of %s', async (sampler, arg) => {
  const api = await startApi({
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: arg,
  })
  const { client } = await server.newPlayer()
  await flipCoin(client.at(api.origin))
  await api.close()
  expect(collector.bodies).toEqual([])
})

/** Places enough bets for several exports. */
async function placeMany(origin: string): Promise<void> {
  const { client } = await server.newPlayer()
  const own = client.at(origin)
  const perTurn = 64
  for (let bets = 0; bets * SPANS_PER_BET < 2_000; bets += perTurn) {
    await Promise.all(Array.from({ length: perTurn }, () => flipCoin(own)))
  }
}

test('logs once while the collector refuses traces, and bets go on', async () => {
  const lines: string[] = []
  collector.state.status = 400
  const api = await startApi({}, lines)
  await placeMany(api.origin)
  await api.close()
  expect(collector.bodies.length).toBeGreaterThan(1)
  const failures = lines.filter((line) => line.includes('traces.export_failed'))
  expect(failures).toHaveLength(1)
})

test('takes bets and stops while the collector is down', async () => {
  // Fails at once, without retries.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
  const lines: string[] = []
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:1'
  const api = await startApi({ OTEL_EXPORTER_OTLP_ENDPOINT }, lines)
  await placeMany(api.origin)
  await api.close()
  const failures = lines.filter((line) => line.includes('traces.export_failed'))
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain('ECONNREFUSED')
})

test('stops while the collector never answers', async () => {
  // Longer than the test may take.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000')
  collector.state.status = undefined
  const api = await startApi()
  const { client } = await server.newPlayer()
  await flipCoin(client.at(api.origin))
  await api.close()
  expect(collector.bodies).toHaveLength(1)
})

const NAME_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      const [, name] = /@opentelemetry\\/([^/]+)/.exec(url) ?? []
      if (name) process.stderr.write(name + '\\n')
      return next(url, context)
    },
  })`)}`

/** Starts an API in a process, and returns the packages that it has loaded. */
async function listLoaded(more: NodeJS.ProcessEnv): Promise<string[]> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', NAME_LOADED, main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.databaseUrl,
      ...TEST_SECRETS,
      PORT: '0',
      ...more,
    },
  })
  child.stdout.on('data', (data) => {
    if (String(data).includes('api.listening')) child.kill('SIGTERM')
  })
  const loaded = await text(child.stderr)
  return [...new Set(loaded.trim().split('\n'))].toSorted()
}

test('loads no SDK without a collector', async () => {
  // A dependency of prom-client.
  expect(await listLoaded({})).toEqual(['api'])
})

test('loads the SDK with a collector', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  const loaded = await listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT })
  expect(loaded).toContain('sdk-trace')
})
