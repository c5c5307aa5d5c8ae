import { expect, test } from 'vitest'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { openChain } from '../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../platform/logger.ts'
import { chainSalts } from './salt-source.ts'

const world = await freshChain()
const chain = await openChain(
  { rpcUrls: [world.env.RPC_URL], deployment: world.deployment },
  { log: makeLogger('silent') },
)
const salts = chainSalts(chain)

/** When a block was made, as a moment that a race may have closed at. */
async function timeOf(block: number): Promise<Date> {
  const found = await world.client.getBlock({ blockNumber: BigInt(block) })
  return new Date(Number(found.timestamp) * 1_000)
}

test('the salt is the first block that is younger than the close', async () => {
  const head = await salts.head()
  const time = await timeOf(head)
  expect(await salts.firstBlock({ block: head, time })).toBeUndefined()
  await world.mine(3)
  const salt = await salts.firstBlock({ block: head, time })
  const block = await world.client.getBlock({ blockNumber: BigInt(head + 1) })
  expect(salt).toEqual({
    chainId: world.deployment.chainId,
    number: head + 1,
    hash: block.hash,
    timestamp: Number(block.timestamp),
  })
})

test('a block that was there when the race opened is none, whatever its time says', async () => {
  await world.mine(2)
  const head = await salts.head()
  const longAgo = new Date(0)
  expect(await salts.firstBlock({ block: head, time: longAgo })).toBeUndefined()
  await world.mine(1)
  const salt = await salts.firstBlock({ block: head, time: longAgo })
  expect(salt?.number).toBe(head + 1)
})

test('blocks of before the close are passed over', async () => {
  const head = await salts.head()
  await world.mine(4)
  const time = await timeOf(head + 2)
  const salt = await salts.firstBlock({ block: head, time })
  expect(salt?.number).toBe(head + 3)
})
