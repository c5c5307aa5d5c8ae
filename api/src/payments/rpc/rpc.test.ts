import { describe, expect, test } from 'vitest'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { TRUST_PROXY_HOPS: '1' } })
const visitor = new TestClient(server.origin)

function call(method: string, params?: unknown, client = visitor) {
  const request = { jsonrpc: '2.0', id: 7, method, params }
  return client.post('/api/rpc', request)
}

const ADDRESS = `0x${'ab'.repeat(20)}`

describe('refuses', () => {
  test.each([
    ['another method', 'eth_sendRawTransaction', ['0x00']],
    ['another method', 'eth_sendTransaction', [{ from: ADDRESS, to: ADDRESS }]],
    ['another method', 'eth_getLogs', [{ fromBlock: '0x0' }]],
    ['another method', 'eth_accounts', []],
    ['another method', 'eth_sign', [ADDRESS, '0x00']],
    ['another method', 'debug_traceTransaction', [`0x${'1'.repeat(64)}`]],
    ['another method', 'hardhat_setBalance', [ADDRESS, '0xffff']],
    ['another method', 'evm_mine', []],
    ['another method', 'eth_chainid', []],
    ['another method', '__proto__', []],
    ['another method', '', []],
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
  ])('%s: %s', async (_what, method, params) => {
    const { status, body } = await call(method, params)
    expect([status, body]).toMatchObject([
      expect.toBeOneOf([400, 413]),
      { code: 'invalid_request' },
    ])
  })

  test('a batch', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    expect((await visitor.post('/api/rpc', [one, one])).status).toBe(400)
  })
})

test('refuses all methods without a chain', async () => {
  expectCode(await call('eth_chainId'), 'unavailable')
})

test('limits a network to 600 requests a minute, 120 of them contract calls, and bets continue', async () => {
  const readStatus = async (method: string, address = '203.0.113.4') => {
    const request = { jsonrpc: '2.0', id: 1, method, params: ['none'] }
    const from = { 'X-Forwarded-For': address }
    return (await visitor.post('/api/rpc', request, from)).status
  }
  const sendRequests = async (count: number, ...methods: string[]) => {
    const calls = Array.from({ length: count }, (_, n) =>
      readStatus(methods[n % methods.length] ?? ''),
    )
    return new Set(await Promise.all(calls))
  }
  const answered = new Set([400])
  expect(await sendRequests(120, 'eth_call', 'eth_estimateGas')).toEqual(
    answered,
  )
  expect(await readStatus('eth_call')).toBe(429)
  expect(await sendRequests(479, 'eth_getBalance')).toEqual(answered)
  expect(await readStatus('eth_getBalance')).toBe(429)
  expect(await readStatus('eth_getBalance', '203.0.113.5')).toBe(400)
  const player = await server.newPlayer()
  expect((await player.client.get('/api/user')).status).toBe(200)
})
