import { describe, expect, test } from 'vitest'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { TRUST_PROXY_HOPS: '1' } })
const visitor = new TestClient(server.origin)

function ask(method: string, params?: unknown, client = visitor) {
  const request = { jsonrpc: '2.0', id: 7, method, params }
  return client.post('/api/rpc', request)
}

const ADDRESS = `0x${'ab'.repeat(20)}`

describe('refused is', () => {
  test.each([
    ['eth_sendRawTransaction', ['0x00']],
    ['eth_sendTransaction', [{ from: ADDRESS, to: ADDRESS }]],
    ['eth_getLogs', [{ fromBlock: '0x0' }]],
    ['eth_accounts', []],
    ['eth_sign', [ADDRESS, '0x00']],
    ['debug_traceTransaction', [`0x${'1'.repeat(64)}`]],
    ['hardhat_setBalance', [ADDRESS, '0xffff']],
    ['evm_mine', []],
    ['eth_chainid', []],
    ['__proto__', []],
    ['', []],
  ])('%s', async (method, params) => {
    const { status, body } = await ask(method, params)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_request' })
  })

  test.each([
    ['an address that is none', 'eth_getBalance', ['0x12', 'latest']],
    ['a name for an address', 'eth_getBalance', ['payer.eth', 'latest']],
    ['an unknown tag', 'eth_getBalance', [ADDRESS, 'newest']],
    ['a block by decimals', 'eth_getBlockByNumber', ['12', false]],
    ['one parameter too many', 'eth_getBalance', [ADDRESS, 'latest', {}]],
    ['one too few', 'eth_getBalance', [ADDRESS]],
    ['parameters by name', 'eth_getBalance', { address: ADDRESS }],
    ['too many blocks', 'eth_feeHistory', ['0x100', 'latest', []]],
    ['a state of their own', 'eth_call', [{ to: ADDRESS }, 'latest', {}]],
    ['a call of no contract', 'eth_call', [{ data: '0x5b600056' }]],
    ['an estimate of no receiver', 'eth_estimateGas', [{ data: '0x5b600056' }]],
    [
      'a call of more gas than a payment takes',
      'eth_call',
      [{ to: ADDRESS, gas: '0x30d41' }],
    ],
    ['an unknown field', 'eth_call', [{ to: ADDRESS, gasless: '0x1' }]],
    [
      'more data than a wallet sends',
      'eth_call',
      [{ to: ADDRESS, data: `0x${'00'.repeat(8_193)}` }],
    ],
  ])('%s', async (_what, method, params) => {
    const { status, body } = await ask(method, params)
    expect([status, body]).toMatchObject([
      expect.toBeOneOf([400, 413]),
      { code: 'invalid_request' },
    ])
  })

  test('a batch', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    expect((await visitor.post('/api/rpc', [one, one])).status).toBe(400)
  })

  test('a page of another site', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    for (const origin of ['https://evil.example', 'chrome-extension://abc']) {
      const { status, headers } = await visitor.post('/api/rpc', one, {
        Origin: origin,
      })
      expect(status).toBe(403)
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    }
  })
})

test('a house without a chain has nothing to say of one', async () => {
  const { status, body } = await ask('eth_chainId')
  expect([status, body]).toMatchObject([503, { code: 'unavailable' }])
})

test('a network asks for 120 calls a minute, and reads on', async () => {
  const from = (method: string) =>
    visitor.post(
      '/api/rpc',
      { jsonrpc: '2.0', id: 1, method, params: ['none'] },
      { 'X-Forwarded-For': '203.0.113.6' },
    )
  const asked = Array.from({ length: 120 }, (_, n) =>
    from(n % 2 === 0 ? 'eth_call' : 'eth_estimateGas'),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect((await from('eth_call')).status).toBe(429)
  expect((await from('eth_getBalance')).status).toBe(400)
})

test('a network asks 600 questions a minute, and bets go on', async () => {
  const from = (address: string) =>
    visitor.post(
      '/api/rpc',
      { jsonrpc: '2.0', id: 1, method: 'eth_accounts' },
      { 'X-Forwarded-For': address },
    )
  const asked = Array.from({ length: 600 }, () => from('203.0.113.4'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  const refused = await from('203.0.113.4')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ code: 'too_many_requests' })
  expect((await from('203.0.113.5')).status).toBe(400)
  const player = await server.newPlayer()
  expect((await player.client.get('/api/user')).status).toBe(200)
})
