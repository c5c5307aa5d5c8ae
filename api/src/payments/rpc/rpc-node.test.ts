import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleDeploymentFile } from '#testing/chain/sample-deployment.ts'
import { type RpcAnswer, startNode } from '#testing/chain/test-node.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const KEY = 'a1b2c3d4e5f6a7b8'

/** Answers that an API needs to start. */
const notYet: RpcAnswer = () => ({
  error: { code: -32_000, message: 'Not yet' },
})
let answer = notYet
const node = await startNode((request) => answer(request))
afterAll(() => node.close())
const folder = mkdtempSync(join(tmpdir(), 'casino-rpc-'))
afterAll(() => rmSync(folder, { recursive: true }))
const env = {
  RPC_URL: `${node.url}/v2/${KEY}`,
  DEPLOYMENT_FILE: sampleDeploymentFile(folder),
  TRUST_PROXY_HOPS: '1',
}
const server = await openTestServer({ env })
const visitor = new TestClient(server.origin)

function call(
  method = 'eth_chainId',
  params: unknown[] = [],
  client = visitor,
) {
  const request = { jsonrpc: '2.0', id: 7, method, params }
  return client.post('/api/rpc', request)
}

test('returns errors of the node', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  answer = () => ({ error })
  const { status, body } = await call()
  expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
})

test.each(['eth_call', 'eth_estimateGas'])(
  'limits the gas of %s to that of a payment by default',
  async (method) => {
    let params: unknown
    answer = (request) => {
      // The API sends this request too.
      if (request.method === method) params = request.params
      return { result: '0x5208' }
    }
    const to = `0x${'2'.repeat(40)}`
    expect((await call(method, [{ to }])).status).toBe(200)
    expect(params).toEqual([{ to, gas: '0x30d40' }])
  },
)

test.each<[string, RpcAnswer]>([
  [
    'names its key',
    () => ({ error: { code: -32_000, message: `unknown account ${KEY}` } }),
  ],
  [
    'names itself',
    () => ({ error: { code: -32_000, message: `no route to ${node.url}` } }),
  ],
  ['says too much', () => ({ result: `0x${'00'.repeat(131_072)}` })],
  ['says nothing', () => ({ result: undefined })],
  ['takes its time', () => new Promise(() => undefined)],
])('treats a node that %s as unreachable', async (_what, said) => {
  answer = said
  const { status, body, text } = await call()
  expect([status, body]).toMatchObject([503, { code: 'unavailable' }])
  expect(text).not.toContain(KEY)
  expect(text).not.toContain('127.0.0.1')
})

test('limits concurrent requests to 32, and 8 per network', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let received = 0
  answer = async (request) => {
    if (request.method !== 'eth_getBalance') return { status: 0 }
    received += 1
    await released
    return { result: '0x7a69' }
  }
  const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
  const readBalance = (n: number, network: number) =>
    visitor.post(
      '/api/rpc',
      {
        jsonrpc: '2.0',
        id: n,
        method: 'eth_getBalance',
        params: [address(n), 'latest'],
      },
      { 'X-Forwarded-For': `203.0.113.${network}` },
    )
  const first = Array.from({ length: 8 }, (_, n) => readBalance(n, 1))
  await expect.poll(() => received).toBe(8)
  expect((await readBalance(8, 1)).status).toBe(503)
  const others = [2, 3, 4].flatMap((network) =>
    Array.from({ length: 8 }, (_, n) => readBalance(network * 8 + n, network)),
  )
  await expect.poll(() => received).toBe(32)
  expect((await readBalance(99, 5)).status).toBe(503)
  release()
  const answers = await Promise.all([...first, ...others])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await readBalance(8, 1)).status).toBe(200)
})

test('falls back to the next node for missing answers and failures', async () => {
  const receipt = { transactionHash: `0x${'5'.repeat(64)}`, status: '0x1' }
  let behindSays = notYet
  const behind = await startNode((request) => behindSays(request))
  answer = notYet
  const urls = [`http://127.0.0.1:9/${KEY}`, behind.url, node.url]
  const { origin } = await server.startApi({
    env: { ...env, RPC_URL: urls.join() },
  })
  const client = new TestClient(origin)
  const params = [receipt.transactionHash]
  const said = async () =>
    (await call('eth_getTransactionReceipt', params, client)).body
  behindSays = () => ({ result: null })
  answer = () => ({ result: receipt })
  expect(await said()).toMatchObject({ result: receipt })
  answer = () => ({ result: null })
  expect(await said()).toMatchObject({ result: null })
  const error = { code: 3, message: 'execution reverted' }
  behindSays = () => ({ error })
  answer = () => ({ result: receipt })
  expect(await said()).toMatchObject({ error })
  behindSays = () => ({ status: 429 })
  expect(await said()).toMatchObject({ result: receipt })
  behind.close()
})

test('fails fast on a rate limited node', async () => {
  answer = () => ({ error: { code: -32_005, message: 'limit exceeded' } })
  expect((await call()).status).toBe(503)
})

test('hides the URL of an unreachable node', async () => {
  node.close()
  const { status, text } = await call()
  expect(status).toBe(503)
  expect(text).not.toContain(KEY)
})
