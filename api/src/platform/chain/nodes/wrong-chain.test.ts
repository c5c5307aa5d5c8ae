import { expect, onTestFinished, test } from 'vitest'
import type { Deployment } from '#core/schemas/deployment.ts'
import { startNode } from '#testing/chain/test-node.ts'
import { makeLogger } from '../../logger.ts'
import { openChain } from './chain.ts'
import { rpcFailure } from './rpc-failure.ts'

const GENESIS = `0x${'1'.repeat(64)}` as const
const deployment: Deployment = {
  chainId: 97,
  genesisHash: GENESIS,
  startBlock: 1,
  registry: `0x${'2'.repeat(40)}`,
  tokens: { GUMBY: `0x${'3'.repeat(40)}`, POKEY: `0x${'4'.repeat(40)}` },
}
const log = makeLogger('silent')

/** A node that knows a few answers, and has an error for all else. */
async function nodeWith(results: Record<string, unknown>): Promise<string> {
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
  ['BNB Chain', 56],
  ['Ethereum', 1],
])('a start on %s, where money is real, is refused', async (_name, chainId) => {
  const rpcUrl = await nodeWith({
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: block(GENESIS),
  })
  await expect(
    openChain({ rpcUrls: [rpcUrl], deployment }, { log }),
  ).rejects.toThrow(`RPC_URL leads to chain ${chainId}. This is play money`)
})

test.each([
  ['genesis', '0x61', `0x${'9'.repeat(64)}`],
  ['test chain', '0x7a69', GENESIS],
])('a deployment of another %s is refused', async (_name, chainId, genesis) => {
  const rpcUrl = await nodeWith({
    eth_chainId: chainId,
    eth_getBlockByNumber: block(genesis),
  })
  await expect(
    openChain({ rpcUrls: [rpcUrl], deployment }, { log }),
  ).rejects.toThrow('DEPLOYMENT_FILE is about another chain')
})

test('the chain of the deployment is fine', async () => {
  const rpcUrl = await nodeWith({
    eth_chainId: '0x61',
    eth_getBlockByNumber: block(GENESIS),
  })
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  expect(await chain.hashAt(0n)).toBe(GENESIS)
  expect(await chain.finalized()).toBe(0n)
})

test('a node that is away is no reason not to start, but to believe nothing', async () => {
  const rpcUrl = 'http://127.0.0.1:9'
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  await expect(chain.check()).rejects.toThrow()
  await expect(chain.finalized()).rejects.toThrow()
})

test('a node that does not tell what is final is not taken to mean everything', async () => {
  const rpcUrl = await nodeWith({ eth_chainId: '0x61' })
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  await expect(chain.finalized()).rejects.toThrow('no such tag')
})

test('what is logged of a failed request does not tell the URL', async () => {
  const rpcUrl = 'http://127.0.0.1:9/my-secret-api-key'
  const chain = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  const failure = await chain.head().catch(rpcFailure)
  expect(failure).toBeInstanceOf(Error)
  expect(JSON.stringify(failure) + (failure as Error).stack).not.toContain(
    'my-secret-api-key',
  )
})
