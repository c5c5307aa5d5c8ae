import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refusal } from '../test/players.ts'
import { stubHouse } from '../test/stub-house.ts'
import { ApiError, getJson, sendJson } from './api-client.ts'

const house = stubHouse()
const coin = z.strictObject({ side: z.enum(['heads', 'tails']) })

async function errorOf(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.catch((cause: unknown) => cause)
  if (error instanceof ApiError) return error
  throw new Error('expected an ApiError')
}

describe('an answer', () => {
  it('is checked against its schema', async () => {
    house.answer('GET /api/coin', 200, { side: 'edge' })
    await expect(getJson('/api/coin', coin)).rejects.toThrow(z.core.$ZodError)
  })

  it('without a schema is not read', async () => {
    house.answer('POST /api/logout', 204)
    await expect(sendJson('POST', '/api/logout')).resolves.toBeUndefined()
  })
})

describe('a request', () => {
  it('has a JSON content type exactly when it has a body', async () => {
    house.answer('POST /api/coin', 200, { side: 'heads' })
    await sendJson('POST', '/api/coin')
    await sendJson('POST', '/api/coin', { body: { bet: 1 } })

    const [bare, full] = house.received
    expect(bare?.headers['content-type']).toBeUndefined()
    expect(bare?.body).toBe('')
    expect(full?.headers['content-type']).toBe('application/json')
    expect(full?.body).toBe('{"bet":1}')
  })

  it('with a key is sent again with the same key when the house stumbles', async () => {
    house.answer('POST /api/coin', 502, 'Bad Gateway')
    const request = sendJson('POST', '/api/coin', {
      schema: coin,
      idempotencyKey: 'k-1',
    })
    await expect.poll(() => house.received.length).toBe(1)
    house.answer('POST /api/coin', 200, { side: 'tails' })

    await expect(request).resolves.toEqual({ side: 'tails' })
    const keys = house.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['k-1', 'k-1'])
  })

  it('without a key is sent once, whatever comes', async () => {
    house.answer('POST /api/coin', 502, 'Bad Gateway')
    await errorOf(sendJson('POST', '/api/coin'))
    expect(house.received).toHaveLength(1)
  })
})

describe('an error', () => {
  it('says the status and the message of a refusal, and carries the refusal', async () => {
    house.answer(
      'GET /api/coin',
      409,
      refusal('house_limit', 'Too much for the house.', { largestStake: 7 }),
    )
    const error = await errorOf(getJson('/api/coin', coin))
    expect(error.message).toBe('409: Too much for the house.')
    expect(error.status).toBe(409)
    expect(error.code).toBe('house_limit')
    expect(error.problem?.largestStake).toBe(7)
  })

  it.each([
    ['text', 'upstream is down'],
    ['JSON that is none of ours', '{"error":"nope"}'],
  ])('says the whole body when it is %s', async (_, body) => {
    house.answer('GET /api/coin', 500, body)
    const error = await errorOf(getJson('/api/coin', coin))
    expect(error.message).toBe(`500: ${body}`)
    expect(error.code).toBeUndefined()
  })

  it('says the status text when the body is empty', async () => {
    house.answer('GET /api/coin', 503)
    const error = await errorOf(getJson('/api/coin', coin))
    expect(error.message).toBe('503: Service Unavailable')
  })
})
