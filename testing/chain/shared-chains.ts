import type { Hex } from 'viem'
import {
  createDatabase,
  startChain,
  startIndexer,
  type TestChain,
} from './started-chain.ts'

// Shared by the test files of a worker, since a chain and an indexer take
// seconds to start.
let plain: Promise<{ chain: TestChain; base: Hex }> | undefined
let indexed: ReturnType<typeof startIndexed> | undefined

/**
 * Returns a chain in the state after the deployment of our contracts.
 * Transactions and tests mine the blocks.
 */
export async function freshChain(): Promise<TestChain> {
  plain ??= startPlain()
  const { chain, base } = await plain
  await chain.client.revert({ id: base })
  await setRealTime(chain)
  plain = Promise.resolve({ chain, base: await chain.client.snapshot() })
  await mineOnDemand(chain)
  return chain
}

/** Starts a chain for this worker, followed by the real indexer. */
export function indexedChain() {
  indexed ??= startIndexed()
  return indexed
}

async function startPlain() {
  const chain = await startChain()
  await mineOnDemand(chain)
  return { chain, base: await chain.client.snapshot() }
}

async function startIndexed() {
  const chain = await startChain()
  await mineOnDemand(chain)
  const databaseUrl = await createDatabase()
  const indexer = await startIndexer(chain, databaseUrl)
  return { chain, indexer, databaseUrl }
}

/** Dates a block by the real time, from which other files may have moved the clock. */
async function setRealTime({ client }: TestChain): Promise<void> {
  const timestamp = BigInt(Math.floor(Date.now() / 1_000))
  await client.setNextBlockTimestamp({ timestamp })
  await client.mine({ blocks: 1 })
}

async function mineOnDemand({ client }: TestChain): Promise<void> {
  await client.setIntervalMining({ interval: 0 })
  await client.setAutomine(true)
}
