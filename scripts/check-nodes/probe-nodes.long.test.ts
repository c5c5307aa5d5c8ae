import { createTestClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Profile,
  startPublicEndpoint,
} from '#testing/chain/public-endpoint.ts'
import { startScript, stopScript } from '#testing/process/run-script.ts'
import { probeNodes } from './probe-nodes.ts'

const BLOCKS = 200

async function startChain(): Promise<string> {
  const chain = startScript('../testing/chain/testnet-chain.ts', {})
  onTestFinished(() => stopScript(chain))
  const url = await chain.waitFor(/at (http:\S+)/)
  const client = createTestClient({ mode: 'hardhat', transport: http(url) })
  await client.mine({ blocks: BLOCKS })
  return url
}

async function startEndpoint(chainUrl: string, profile: Partial<Profile>) {
  const endpoint = await startPublicEndpoint(chainUrl, profile)
  onTestFinished(() => endpoint.close())
  return `${endpoint.url}/my-secret-api-key`
}

test('measures what each node can do', async () => {
  const chainUrl = await startChain()
  const facts = await probeNodes([
    await startEndpoint(chainUrl, {
      ratePerSecond: 6,
      refusal: 'bnbchain',
      blocksBehind: 20,
      logRange: 10,
      hasBlockReceipts: false,
      stateBlocks: 64,
    }),
    await startEndpoint(chainUrl, { logRange: 0, finalizedAt: 190n }),
    'http://127.0.0.1:9/my-secret-api-key',
  ])
  const [limited, stalled, silent] = facts
  expect(limited).toMatchObject({
    chainId: 97,
    isFinalityStalled: false,
    logBlocks: 10,
    hasBlockReceipts: false,
    stateBlocks: 16,
    gasPriceWei: 100_000_000n,
    isRateMet: true,
  })
  expect(limited).toHaveProperty('blocksBehind', expect.closeTo(20, -1))
  expect(limited).toHaveProperty('blocksToFinality', expect.closeTo(2, -1))
  expect(limited).toHaveProperty('ratePerSecond', expect.closeTo(6, -1))
  expect(stalled).toMatchObject({
    blocksBehind: 0,
    isFinalityStalled: true,
    logBlocks: 0,
    hasBlockReceipts: true,
    stateBlocks: 100,
    isRateMet: false,
  })
  expect(silent).toHaveProperty(
    'failure',
    expect.stringContaining('HttpRequestError'),
  )
  const report = JSON.stringify(facts, (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  expect(report).not.toContain('my-secret-api-key')
})
