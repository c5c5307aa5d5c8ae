import type { Hex } from 'viem'
import {
  createDatabase,
  type Indexer,
  startChain,
  startIndexer,
  type TestChain,
} from './started-chain.ts'

type IndexedChain = {
  chain: TestChain
  indexer: Omit<Indexer, 'stop'>
  /** Of a database with nothing in it but what the indexer writes. */
  databaseUrl: string
}

// Shared by the test files that a worker runs, one after the other, and ended
// with it: a chain and an indexer take seconds to start.
let plain: Promise<{ chain: TestChain; base: Hex }> | undefined
let indexed: Promise<IndexedChain> | undefined

/**
 * A chain as it was when our contracts were deployed, whatever other files
 * did to it. Blocks are made by transactions and by hand alone.
 */
export async function freshChain(): Promise<TestChain> {
  plain ??= startPlain()
  const { chain, base } = await plain
  await chain.client.revert({ id: base })
  plain = Promise.resolve({ chain, base: await chain.client.snapshot() })
  await mineOnDemand(chain)
  return chain
}

/** A chain that goes on through all files, and the indexer that follows it. */
export async function indexedChain(): Promise<IndexedChain> {
  indexed ??= startIndexed()
  const { chain } = await indexed
  await mineOnDemand(chain)
  // What an earlier file sent is not to come into a block of this one's.
  await chain.mine(1)
  return indexed
}

async function startPlain() {
  const chain = await startChain()
  await mineOnDemand(chain)
  return { chain, base: await chain.client.snapshot() }
}

async function startIndexed(): Promise<IndexedChain> {
  const chain = await startChain()
  const databaseUrl = await createDatabase()
  const indexer = await startIndexer(chain, databaseUrl)
  return { chain, indexer, databaseUrl }
}

async function mineOnDemand({ client }: TestChain): Promise<void> {
  await client.setIntervalMining({ interval: 0 })
  await client.setAutomine(true)
}
