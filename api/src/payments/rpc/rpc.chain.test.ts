import { createPublicClient, http, parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { openUnindexedServer } from '#testing/chain/chain-server.ts'

const server = await openUnindexedServer()
const { chain } = server
const page = createPublicClient({
  transport: http(`${server.origin}/api/rpc`, { retryCount: 0 }),
  pollingInterval: 100,
})
const { payer, deployment } = chain
const GUMBY = chain.token(deployment.tokens.GUMBY)

test('returns balances, fees and code as the node does', async () => {
  expect(await page.getChainId()).toBe(31_337)
  expect(await page.getBalance({ address: payer })).toBe(
    await chain.client.getBalance({ address: payer }),
  )
  expect(await page.getTransactionCount({ address: payer })).toBe(
    await chain.client.getTransactionCount({ address: payer }),
  )
  expect(await page.getCode({ address: GUMBY.address })).toMatch(/^0x60/)
  const { maxFeePerGas } = await page.estimateFeesPerGas()
  expect(maxFeePerGas).toBeGreaterThan(0n)
  const { baseFeePerGas } = await page.getFeeHistory({
    blockCount: 4,
    rewardPercentiles: [10, 50],
  })
  expect(baseFeePerGas.length).toBeGreaterThan(1)
})

test('returns results and revert reasons of contract calls', async () => {
  const read = { abi: GUMBY.abi, address: GUMBY.address } as const
  expect(await page.readContract({ ...read, functionName: 'symbol' })).toBe(
    'GUMBY',
  )
  const greedy = page.simulateContract({
    ...read,
    functionName: 'faucet',
    args: [parseEther('10001')],
    account: payer,
  })
  await expect(greedy).rejects.toThrow(/FaucetLimit/)
})

test('returns a transaction until it is mined', async () => {
  const value = parseGwei('1')
  expect(await page.estimateGas({ account: payer, to: payer, value })).toBe(
    21_001n,
  )
  const hash = await chain.client.sendTransaction({
    ...chain.as(payer),
    to: payer,
    value,
  })
  const { status } = await page.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  expect((await page.getTransaction({ hash })).value).toBe(value)
  const unknown = page.getTransaction({ hash: `0x${'1'.repeat(64)}` })
  await expect(unknown).rejects.toThrow('could not be found')
})
