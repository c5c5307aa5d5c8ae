import { expect, test } from 'vitest'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { openChain } from '../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../platform/logger.ts'
import { chainSalts } from './salt-source.ts'

const harness = await freshChain()
const chain = await openChain(
  { rpcUrls: [harness.env.RPC_URL], deployment: harness.deployment },
  { log: makeLogger('silent') },
)
const salts = chainSalts(chain)

/** When a block was made, as a moment that a race may have closed at. */
async function timeOf(block: number): Promise<Date> {
  const found = await harness.client.getBlock({ blockNumber: BigInt(block) })
  return new Date(Number(found.timestamp) * 1_000)
}

test('the salt is the first block after the close', async () => {
  const head = await salts.head()
  await harness.mine(4)
  const time = await timeOf(head + 2)
  const salt = await salts.firstBlock({ block: head, time })
  const blockNumber = BigInt(head + 3)
  const { hash, timestamp } = await harness.client.getBlock({ blockNumber })
  expect(salt).toEqual({
    chainId: harness.deployment.chainId,
    number: head + 3,
    hash,
    timestamp: Number(timestamp),
  })
  const later = { block: head, time: await timeOf(head + 4) }
  expect(await salts.firstBlock(later)).toBeUndefined()
})

test('a block from before the race opened is not the salt, whatever its time', async () => {
  const head = await salts.head()
  const longAgo = new Date(0)
  expect(await salts.firstBlock({ block: head, time: longAgo })).toBeUndefined()
  await harness.mine(1)
  const salt = await salts.firstBlock({ block: head, time: longAgo })
  expect(salt?.number).toBe(head + 1)
})
