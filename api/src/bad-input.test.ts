import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '#core/schemas/problem.ts'
import { SITE } from '#testing/chain/test-wallet.ts'
import { writtenRows } from '#testing/database/written-rows.ts'
import { FLIP_PATH } from '#testing/player/flip-coin.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { expectRefusal } from '#testing/server/expect-refusal.ts'
import {
  listCalls,
  type ReferenceCall,
  servedDocument,
} from '#testing/server/reference-calls.ts'
import type { Answer, TestHeaders } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const env = { PUBLIC_URL: SITE.origin, TRUST_PROXY_HOPS: '1' }
const server = await openTestServer({ env })
const players = await server.newPlayers(8)
const operator = await newOperator(server)
const calls = listCalls(await servedDocument(server))

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

let before: string
beforeEach(async () => {
  before = await writtenRows(server.pool)
})
afterEach(async () => {
  expect(await writtenRows(server.pool)).toBe(before)
})

let sent = 0

/** Sends a raw body from its own address. */
function send(
  { method, path, params, forOperators }: ReferenceCall,
  { body, query = '', ...more }: Sent,
): Promise<Answer> {
  sent += 1
  const player = players[sent % players.length] ?? operator
  const { client } = forOperators ? operator : player
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name) => `${params[name]}`)
  return client.send(place + query, {
    method: method.toUpperCase(),
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.9.${sent >> 8}.${sent & 255}`,
      ...more.headers,
    },
    ...(body !== undefined && { body }),
  })
}

type Sent = { body?: string; query?: string; headers?: TestHeaders }
type Wrong = Sent & { field: string }

async function expectAllRefused(
  call: ReferenceCall,
  wrong: readonly Wrong[],
): Promise<void> {
  const left = [...wrong]
  while (left.length > 0) {
    await Promise.all(
      left.splice(0, 40).map(async ({ field, ...request }) => {
        const answer = await send(call, request)
        expectFieldRefusal(field, answer, request.body ?? request.query)
      }),
    )
  }
}

function changeBody(body: object, field: string, value: string): string {
  const rest = JSON.stringify({ ...body, [field]: undefined })
  const comma = rest === '{}' ? '' : ','
  return `${rest.slice(0, -1)}${comma}${JSON.stringify(field)}:${value}}`
}

/** Expects a refusal that names the field, or says that the body is no JSON. */
function expectFieldRefusal(field: string, answer: Answer, sent = ''): void {
  const shown = `${sent.slice(0, 200)}: ${answer.text}`
  expect(answer.status, shown).toBe(400)
  expectRefusal(answer)
  const { code, refusal, issues = [] } = problem.parse(answer.body)
  expect(code, shown).toBe('invalid_request')
  if (refusal === 'body_not_json') return
  const named = new Set(issues.map(({ path }) => path[0]))
  expect(named, shown).toEqual(new Set([field]))
}

const NO_COUNTS = [
  ...'NaN 1e999 -1e999 1e308 -0 -1 0 5 1.5 9007199254740993'.split(' '),
  `${2n ** 256n}`,
  ...'"" "1" "0x10" "1e3" null true [] [5] {} {"valueOf":5}'.split(' '),
  '{"__proto__":5}',
  JSON.stringify('9'.repeat(10_000)),
]

const NO_TEXTS = [
  ...'NaN -0 0 5 null true [] ["a"] {} {"toString":"a"}'.split(' '),
  '{"__proto__":"a"}',
  ...'"" "true" "__proto__" "Heads" "M8X2K4P1-A1B2C3" "ü"'.split(' '),
  '"heads "',
  '"m8x2k4p1-a1b2c3\\n"',
  '"a:b\\u0000"',
  JSON.stringify('2'.repeat(31)),
  JSON.stringify('2'.repeat(101)),
]

/** Invalid values that the reference's schema can't express. */
const BEYOND_SCHEMA: Readonly<Record<string, readonly string[]>> = {
  odds: ['0', '99', '-99', '-1', '-0'],
  epoch: ['-0'],
  signature: ['"0x"', '"0xzz"'],
}

function badValues(
  field: string,
  schema: object,
  fits: (value: unknown) => boolean,
): string[] {
  const isCount = /"type":"(integer|number)"/.test(JSON.stringify(schema))
  const corpus = isCount ? NO_COUNTS : NO_TEXTS
  return [
    ...corpus.filter((text) => !isGood(text, fits)),
    ...(BEYOND_SCHEMA[field] ?? []),
  ]
}

function isGood(text: string, fits: (value: unknown) => boolean): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const isExact = typeof value !== 'number' || !(Math.abs(value) > 2 ** 53)
    return isExact && fits(value)
  } catch {
    return false
  }
}

const NO_QUERIES = [
  ...'-1 -0 1.5 1e3 0x10 null __proto__ %00 5%27%20OR%201=1'.split(' '),
  '',
  ' ',
  `${2n ** 256n}`,
]

const NO_DATES = [
  ...'yesterday 1767225600000 2026-02-30T00:00:00Z'.split(' '),
  '2026-01-01T00:00:00+01:00',
]

/** Percent-encoded values that a parameter of a query must refuse. */
function badQueryValues(
  schema: object,
  fits: (value: unknown) => boolean,
): string[] {
  const isDate = JSON.stringify(schema).includes('date-time')
  const wrong = NO_QUERIES.filter((text) => !fits(decodeURIComponent(text)))
  return isDate ? [...wrong, ...NO_DATES] : wrong
}

const EXTRA = ['extra', 'constructor', '__proto__', 'toString', '', 'userId']
const MEGABYTE = 'x'.repeat(1_000_000)

const NO_OBJECTS = ['null', 'true', '5', '"deal"', '[]', '[{"betAmount":5}]']
const NO_JSON = [
  ' \n',
  'betAmount=5&choice=heads',
  '{"betAmount":5,}',
  '{"betAmount":5} // five',
  '['.repeat(1_000),
]

const manyNames = (count: number) => Array.from({ length: count }, String)
const MANY_FIELDS = JSON.stringify(
  Object.fromEntries(manyNames(2_100).map((name) => [name, 1])),
)
const MANY_PARAMETERS = `?${manyNames(1_300).join('=1&')}=1`

function expectShort(answer: Answer): void {
  expectRefusal(answer)
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096)
}

const isForNode = ({ path }: ReferenceCall) => path === '/api/rpc'

describe('a body', () => {
  const withBodies = calls.filter((call) => call.body && !isForNode(call))

  test.each(withBodies)('of $name is refused by field', async (call) => {
    for (const { properties, required, body } of call.forms) {
      const values = Object.entries(properties).flatMap(([field, schema]) =>
        badValues(field, schema, ajv.compile(schema)).map((value) => ({
          field,
          body: changeBody(body, field, value),
        })),
      )
      expect(values.length).toBeGreaterThan(5)
      const missing = required.map((field) => ({
        field,
        body: JSON.stringify({ ...body, [field]: undefined }),
      }))
      const extra = EXTRA.map((field) => ({
        field,
        body: changeBody(body, field, '{"isAdmin":true}'),
      }))
      await expectAllRefused(call, [...values, ...missing, ...extra])
    }
    const noObjects = NO_OBJECTS.map(async (body) =>
      expectRefusal(await send(call, { body }), 400),
    )
    await Promise.all(noObjects)
    expectRefusal(await send(call, { body: `"${MEGABYTE}"` }), 413)
  })

  test('is refused by routes without a body, without effect', async () => {
    const others = calls.filter(({ method, body }) => method !== 'get' && !body)
    expect(others.length).toBeGreaterThan(4)
    for (const call of others) {
      expectRefusal(await send(call, { body: '{"balance":1000000}' }))
    }
    for (const { client } of players) {
      expect((await client.get('/api/user')).status).toBe(200)
    }
  })

  const flip = calls.filter(({ path }) => path === FLIP_PATH)

  test.each(flip)(
    'refuses a body of $name above 16 kB or not JSON',
    async (call) => {
      const around = '{"betAmount":5,"choice":""}'.length
      const full = `{"betAmount":5,"choice":"${'x'.repeat(16 * 1_024 - around)}"}`
      expectFieldRefusal('choice', await send(call, { body: full }))
      expectRefusal(await send(call, { body: `${full} ` }), 413)
      expectShort(await send(call, { body: MANY_FIELDS }))
      for (const body of NO_JSON) expectRefusal(await send(call, { body }), 400)
      for (const [name, value] of [
        ['Content-Type', 'text/plain'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Content-Type', 'application/json; charset=ebcdic'],
        ['Content-Encoding', 'gzip'],
        ['Content-Encoding', 'nonsense'],
      ] as const) {
        const body = '{"betAmount":5,"choice":"heads"}'
        expectRefusal(await send(call, { body, headers: { [name]: value } }))
      }
    },
  )
})

const isRepeatable = ({ parameters }: ReferenceCall) =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

test('refuses an Idempotency-Key that is not a UUID', async () => {
  const repeatable = calls.filter(isRepeatable)
  expect(repeatable.length).toBeGreaterThan(6)
  for (const call of repeatable) {
    for (const key of ['', 'x', '5', 'null', '0'.repeat(36)]) {
      const headers = { 'Idempotency-Key': key }
      const body = call.body && { body: JSON.stringify(call.body) }
      expectRefusal(await send(call, { ...body, headers }), 400)
    }
  }
})

describe('a query', () => {
  const queried = calls
    .map((call) => ({
      ...call,
      inQuery: call.parameters.filter((one) => one.in === 'query'),
    }))
    .filter(({ inQuery }) => inQuery.length > 0)

  test.each(queried)('of $name is refused by parameter', async (call) => {
    const { inQuery, query } = call
    const wrong = inQuery.flatMap(({ name, schema = {}, example = '' }) => {
      const others = new URLSearchParams(query)
      others.delete(name)
      const values = badQueryValues(schema, ajv.compile(schema))
      const twice = `${example}&${name}=${example}`
      return [...values, twice].map((value) => ({
        field: name,
        query: `?${name}=${value}&${others}`,
      }))
    })
    const [{ name } = { name: '' }] = inQuery
    const extra = ['user', '__proto__', `${name}[]`, `${name}[gt]`].map(
      (field) => ({
        field,
        query: `?${new URLSearchParams(query)}&${field}=5`,
      }),
    )
    await expectAllRefused(call, [...wrong, ...extra])
    expectShort(await send(call, { query: MANY_PARAMETERS }))
  })
})

test('refuses unknown and malformed paths', async () => {
  for (const [path, status] of [
    ['/api/nothing', 404],
    ['/api/games/roulette', 404],
    ['/api/games/__proto__', 404],
    ['/api/verify/', 404],
    ['/api/users/1', 404],
    ['/api/verify/%E0%A4%A', 400],
    ['/api/%', 404],
  ] as const) {
    expectRefusal(await operator.client.get(path), status)
  }
})
