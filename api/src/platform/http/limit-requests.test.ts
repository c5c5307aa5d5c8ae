import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { expect, test } from 'vitest'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { TRUST_PROXY_HOPS: '1' } })
/** All 600 at once would be more than a slow machine answers in time. */
const AT_ONCE = 50
const visitor = new TestClient(server.origin)

async function statuses(path: string, from: string[]): Promise<number[]> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const answers = from.map((address) => async () => {
    const headers = { 'X-Forwarded-For': address }
    return (await visitor.get(path, headers)).status
  })
  return queue.addAll(answers)
}

test('a client proves 600 rounds a minute and no more; others and bets go on', async () => {
  const { client } = await server.newPlayer()
  const { transactionId } = await flipCoin(client)
  const path = `/api/verify/${transactionId}`
  const same = Array.from({ length: 600 }, () => '203.0.113.4')
  expect(new Set(await statuses(path, same))).toEqual(new Set([200]))
  const refused = await visitor.get(path, { 'X-Forwarded-For': '203.0.113.4' })
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ code: 'too_many_requests' })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await statuses(path, ['203.0.113.5'])).toEqual([200])
  await flipCoin(client)
})

test('addresses of one IPv6 network are one client', async () => {
  const path = `/api/verify/${randomUUID()}`
  const network = Array.from({ length: 600 }, (_, n) => `2001:db8::${n + 1}`)
  expect(new Set(await statuses(path, network))).toEqual(new Set([404]))
  const more = ['2001:db8::ffff', '2001:db8:1::1']
  expect(await statuses(path, more)).toEqual([429, 404])
})
