import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behind, down, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import {
  createDatabase,
  type Indexer,
  type StartedChain,
  startChain,
  startIndexer,
} from '#testing/chain/started-chain.ts'

/** More blocks than Ponder waits for before it takes them as final. */
const FINAL_BLOCKS = 40
/** Longer than an indexer may stand still while the chain answers. */
const LONGER_THAN_ALLOWED_MS = 12_000

let chain: StartedChain
let indexer: Indexer
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await createDatabase()
  chain = await startChain()
  indexer = await startIndexer(chain, databaseUrl)
})

afterAll(async () => {
  await indexer?.stop()
  await chain?.stop()
})

test('removes payments that a reorganisation removes', async () => {
  const { client } = chain
  const wallet = await chain.registeredWallet()
  const id = await client.snapshot()
  const late = await chain.registeredWallet()
  const { blockNumber } = await chain.pay(wallet, 5n)
  await indexer.reaches(blockNumber)
  const seen = async () => ({
    payments: (await indexer.readRows('native_transfers', wallet)).length,
    early: (await indexer.readRows('registered_wallets', wallet)).length,
    late: (await indexer.readRows('registered_wallets', late)).length,
  })
  await expect.poll(seen).toEqual({ payments: 1, early: 1, late: 1 })

  await client.revert({ id })
  await chain.mine(5)
  await expect.poll(seen).toEqual({ payments: 0, early: 1, late: 0 })
})

test.each([40, 200])(
  'restarts after a reorganisation of %i blocks, too deep for Ponder',
  async (depth) => {
    const { client } = chain
    const wallet = await chain.registeredWallet()
    const id = await client.snapshot()
    const lost = await chain.pay(wallet, 5n)
    await chain.mine(depth)
    await indexer.reaches(lost.blockNumber + BigInt(depth))
    expect(await indexer.readRows('native_transfers', wallet)).toHaveLength(1)

    await client.revert({ id })
    await chain.mine(depth + FINAL_BLOCKS)
    const kept = await chain.pay(wallet, 6n)
    await expect
      .poll(() => indexer.readRows('native_transfers', wallet))
      .toMatchObject([
        { transaction_hash: kept.transactionHash, block_hash: kept.blockHash },
      ])
    expect(await indexer.readRows('registered_wallets', wallet)).toHaveLength(1)
  },
)

test.each([
  ['is away', down],
  ['lags by 40 blocks', behind(40)],
])('follows one node when the preferred one %s', async (_name, fault) => {
  const node = await startFaultyNode(chain.env.RPC_URL)
  node.inject(fault)
  const RPC_URL = `${node.url},${chain.env.RPC_URL}`
  const env = { ...chain.env, RPC_URL }
  const other = await startIndexer({ ...chain, env }, await createDatabase())
  const wallet = await chain.registeredWallet()
  const { blockNumber } = await chain.pay(wallet, 5n)
  await other.reaches(blockNumber)
  expect(await other.readRows('native_transfers', wallet)).toHaveLength(1)
  expect(await other.generations()).toBe(1)
  await other.stop()
  node.close()
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'starts another Ponder when one does not continue after %s',
  async (signal) => {
    const wallet = await chain.registeredWallet()
    const ended = indexer.ponderPid()
    process.kill(ended, signal)
    const payment = await chain.pay(wallet, 5n)
    await indexer.reaches(payment.blockNumber)
    expect(await indexer.readRows('native_transfers', wallet)).toHaveLength(1)
    await expect.poll(indexer.ponderPid).not.toBe(ended)
    expect(() => process.kill(ended, 0)).toThrow()
  },
)

test('keeps Ponder running while the chain does not answer', async () => {
  const wallet = await chain.registeredWallet()
  const before = indexer.ponderPid()
  chain.freeze()
  await sleep(LONGER_THAN_ALLOWED_MS)
  expect(indexer.ponderPid()).toBe(before)
  chain.goOn()
  const payment = await chain.pay(wallet, 5n)
  await indexer.reaches(payment.blockNumber)
  expect(await indexer.readRows('native_transfers', wallet)).toHaveLength(1)
})

test('keeps its rows and misses no payment when the indexer is killed', async () => {
  const wallet = await chain.registeredWallet()
  const before = await chain.pay(wallet, 5n)
  await indexer.reaches(before.blockNumber)

  indexer.child.process.kill('SIGKILL')
  await indexer.child.ended
  await expect.poll(indexer.otherConnections).toBe(0)
  const meanwhile = await chain.pay(wallet, 6n)
  expect(await indexer.readRows('native_transfers', wallet)).toHaveLength(1)

  await indexer.stop()
  indexer = await startIndexer(chain, databaseUrl)
  await indexer.reaches(meanwhile.blockNumber)
  const rows = await indexer.readRows('native_transfers', wallet)
  expect(rows.map((row) => row.transaction_hash)).toEqual([
    before.transactionHash,
    meanwhile.transactionHash,
  ])
  expect(await indexer.generations()).toBe(1)
})

test('lists nothing of an earlier chain when the chain is re-created', async () => {
  const wallet = newWallet()
  await chain.register(wallet)
  await chain.pay(wallet, 5n)
  await chain.mine(FINAL_BLOCKS)
  await indexer.stop()
  indexer = await startIndexer(chain, databaseUrl)
  expect(await indexer.readRows('native_transfers', wallet)).toHaveLength(1)
  await indexer.stop()
  await chain.stop()
  const { registry } = chain.deployment

  chain = await startChain()
  expect(chain.deployment.registry).toBe(registry)
  await chain.mine(FINAL_BLOCKS)
  const registration = await chain.register(wallet)
  const payment = await chain.pay(wallet, 6n)
  await chain.mine(FINAL_BLOCKS)
  indexer = await startIndexer(chain, databaseUrl)
  expect(await indexer.readRows('native_transfers', wallet)).toMatchObject([
    { transaction_hash: payment.transactionHash, amount_wei: '6' },
  ])
  expect(await indexer.readRows('registered_wallets', wallet)).toMatchObject([
    { block_hash: registration.blockHash },
  ])
})
