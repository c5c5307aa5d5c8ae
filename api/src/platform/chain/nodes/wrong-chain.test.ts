import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { startNode } from '#testing/chain/test-node.ts'
import { makeLogger } from '../../logger.ts'
import { openChain } from './chain.ts'

const deployment = { ...SAMPLE_DEPLOYMENT, chainId: 97 } as const
const GENESIS = deployment.genesisHash
const log = makeLogger('silent')
const ANOTHER = 'DEPLOYMENT_FILE is about another chain'

async function startNodeThat(
  results: Record<string, unknown>,
): Promise<string> {
  const error = { code: -32_602, message: 'no such tag' }
  const node = await startNode(({ method }) => {
    const result = results[method]
    return result === undefined ? { error } : { result }
  })
  onTestFinished(() => node.close())
  return node.url
}

function block(hash: string) {
  return { hash, number: '0x0', transactions: [], timestamp: '0x0' }
}

test.each([
  [
    'BNB Chain',
    '0x38',
    GENESIS,
    'RPC_URL leads to chain 56. This is play money',
  ],
  ['Ethereum', '0x1', GENESIS, 'RPC_URL leads to chain 1. This is play money'],
  ['another genesis', '0x61', `0x${'9'.repeat(64)}`, ANOTHER],
  ['another test chain', '0x7a69', GENESIS, ANOTHER],
])('refuses to start on %s', async (_name, chainId, genesis, refusal) => {
  const rpcUrl = await startNodeThat({
    eth_chainId: chainId,
    eth_getBlockByNumber: block(genesis),
  })
  await expect(
    openChain({ rpcUrls: [rpcUrl], deployment }, { log }),
  ).rejects.toThrow(refusal)
})

test('accepts the chain of the deployment', async () => {
  const rpcUrl = await startNodeThat({
    eth_chainId: '0x61',
    eth_getBlockByNumber: block(GENESIS),
  })
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  expect(await chain.hashAt(0n)).toBe(GENESIS)
  expect(await chain.finalized()).toBe(0n)
})

test('starts without a reachable node, but fails the check', async () => {
  const rpcUrl = 'http://127.0.0.1:9'
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  await expect(chain.check()).rejects.toThrow()
  await expect(chain.finalized()).rejects.toThrow()
})

test('fails without a finalized block', async () => {
  const rpcUrl = await startNodeThat({ eth_chainId: '0x61' })
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  await expect(chain.finalized()).rejects.toThrow('no such tag')
})

test('checks the chain of a node once a minute, and after a failure', async () => {
  let requests = 0
  let isAway = false
  const node = await startNode(({ method }) => {
    if (isAway) return { status: 0 }
    if (method !== 'eth_chainId') return { result: block(GENESIS) }
    requests += 1
    return { result: '0x61' }
  })
  onTestFinished(() => node.close())
  const settings = { rpcUrls: [node.url], deployment }
  const chain = await openChain(settings, { log })
  for (let times = 0; times < 5; times += 1) await chain.check()
  expect(requests).toBe(1)
  isAway = true
  await expect(chain.finalized()).rejects.toThrow()
  isAway = false
  await chain.check()
  expect(requests).toBe(2)
})

const KEY = 'my-secret-api-key'

test.each(['no node', -32_000, -32_603])(
  'logs why a request failed and not where: %s',
  async (code) => {
    const message = 'insufficient funds for gas * price + value'
    const answer = {
      error: { code: Number(code), message: `${message} ${KEY}` },
    }
    const node = await startNode(() => answer)
    onTestFinished(() => node.close())
    if (code === 'no node') node.close()
    const transport = http(`${node.url}/${KEY}`, { retryCount: 0 })
    const head = createPublicClient({ transport }).getBlockNumber()
    const cause = await head.catch((thrown: unknown) => thrown)
    const lines: string[] = []
    const log = makeLogger('warn', { write: (line) => lines.push(line) })
    log.warn({ error: new Error('no balance', { cause }) }, 'job.failed')
    log.warn({ error: cause }, 'job.failed')
    const logged = lines.join()
    if (code !== 'no node') expect(logged).toContain(message)
    for (const secret of [KEY, new URL(node.url).host]) {
      expect(logged).not.toContain(secret)
    }
  },
)
