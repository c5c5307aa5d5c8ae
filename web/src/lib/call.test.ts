import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { refusal } from '#testing/page/players.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { ApiError, call, forgetUnanswered, isRefusal } from './call.ts'
import { noteServer } from './server-presence.ts'

const server = stubServer()
const path = '/api/coin'
const answer = z.strictObject({ side: z.enum(['heads', 'tails']) })
const readCoin = { method: 'get', path, answer } as const
const flipCoin = { method: 'post', path, answer } as const

async function readError(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.catch((cause: unknown) => cause)
  if (error instanceof ApiError) return error
  throw new Error('expected an ApiError')
}

test('checks an answer against its schema', async () => {
  server.answer('GET /api/coin', 200, { side: 'edge' })
  await expect(call(readCoin)).rejects.toThrow(z.core.$ZodError)
})

test('fills in the path and leaves undefined query fields out of the URL', async () => {
  const id = z.string()
  const endpoint = {
    method: 'get',
    path: '/api/coins/{id}',
    params: z.object({ id }),
    query: z.object({ side: id, before: z.optional(id) }),
  } as const
  server.answer('GET /api/coins/a%2Fb?side=heads+up', 204)
  const query = { side: 'heads up', before: undefined }
  const params = { id: 'a/b' }
  await expect(call(endpoint, { params, query })).resolves.toBeUndefined()
})

test('distinguishes refusals that share a code', async () => {
  server.answer('GET /api/coin', 404, refusal('no_wallet', 'No wallet yet.'))
  const error = await readError(call(readCoin))
  expect(error.code).toBe('not_found')
  expect(isRefusal(error, 'record_unknown', 'no_wallet')).toBe(true)
  expect(isRefusal(error, 'not_found')).toBe(false)
})

test('knows a refusal without a name by its code', async () => {
  const { refusal: _, ...earlier } = refusal('not_found', 'No coin.')
  server.answer('GET /api/coin', 404, earlier)
  const error = await readError(call(readCoin))
  expect(isRefusal(error, 'not_found')).toBe(true)
  expect(isRefusal(new TypeError('cut'), 'not_found')).toBe(false)
})

test('never resends a request without a key', async () => {
  server.answer('POST /api/coin', 502, 'Bad Gateway')
  await readError(call(flipCoin))
  expect(server.received).toHaveLength(1)
})

describe('a request with a key, while the server is away', () => {
  const place = () => call(flipCoin, { idempotencyKey: 'k-1' })

  /** The clock advances on request only. */
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    server.answer('POST /api/coin', 502, 'Bad Gateway')
    noteServer('away')
  })
  afterEach(() => {
    vi.useRealTimers()
    noteServer('here')
  })

  async function repeatedly(act: () => unknown, isDone: () => boolean) {
    while (!isDone()) {
      await act()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const timePassing = () => vi.advanceTimersByTimeAsync(100)
  const received = (times: number) => () => server.received.length >= times

  test('is sent again with its key, and at once when the server is back', async () => {
    const settled = vi.fn()
    const request = place().finally(settled)
    await repeatedly(timePassing, received(6))
    server.answer('POST /api/coin', 200, { side: 'tails' })
    const isSettled = () => settled.mock.calls.length > 0
    await repeatedly(() => noteServer('here'), isSettled)
    await expect(request).resolves.toEqual({ side: 'tails' })
    for (const { headers } of server.received) {
      expect(headers['idempotency-key']).toBe('k-1')
    }
  })

  test("fails at once on an answer that is not the API's", async () => {
    server.answer('POST /api/coin', 200, '<h1>Welcome to the hotel</h1>')
    await expect(place()).rejects.toThrow(SyntaxError)
    expect(server.received).toHaveLength(1)
  })

  test('is given up after a minute', async () => {
    const settled = vi.fn()
    const startedAt = performance.now()
    const error = readError(place()).finally(settled)
    await repeatedly(timePassing, () => settled.mock.calls.length > 0)
    expect((await error).status).toBe(502)
    expect(performance.now() - startedAt).toBeGreaterThan(60_000)
    expect(server.received.length).toBeGreaterThan(5)
  })

  test('is not sent again to a game that is paused', async () => {
    const paused = refusal('paused', 'Coin Flip is paused: New coins.')
    server.answer('POST /api/coin', 503, paused)
    expect((await readError(place())).code).toBe('paused')
    expect(server.received).toHaveLength(1)
  })

  test('is not sent again when its player signs out during the pause', async () => {
    const error = readError(place())
    const isPausing = () => vi.getTimerCount() > 0
    await repeatedly(() => undefined, isPausing)
    forgetUnanswered()
    noteServer('here')
    expect((await error).status).toBe(502)
    expect(server.received).toHaveLength(1)
  })
})

describe('an error', () => {
  test('shows status and message of a refusal, and carries its fields', async () => {
    server.answer(
      'GET /api/coin',
      409,
      refusal('house_limit', 'Too much for the house.', { largestStake: 7 }),
    )
    const error = await readError(call(readCoin))
    expect(error.message).toBe('409: Too much for the house.')
    expect(error.status).toBe(409)
    expect(error.code).toBe('house_limit')
    expect(error.problem?.largestStake).toBe(7)
  })

  test.each([
    ['the body when it is text', 500, 'upstream is down', 'upstream is down'],
    ['the body of foreign JSON', 500, '{"error":"nope"}', '{"error":"nope"}'],
    ['the status text without a body', 503, '', 'Service Unavailable'],
  ])('shows %s', async (_what, status, body, message) => {
    server.answer('GET /api/coin', status, body)
    const error = await readError(call(readCoin))
    expect(error.message).toBe(`${status}: ${message}`)
    expect(error.code).toBeUndefined()
  })
})
