import { setTimeout as sleep } from 'node:timers/promises'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
/** Longer than an indexer is watched that stands still. */
const LONGER_THAN_DOUBTED_MS = 12_000
/** Longer than a new generation takes on a busy machine. */

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

test('a payment that a reorganisation removes is removed here too', async () => {
  const { client } = chain
  const wallet = await chain.registeredWallet()
  const id = await client.snapshot()
  const late = await chain.registeredWallet()
  const { blockNumber } = await chain.pay(wallet, 5n)
  await indexer.reaches(blockNumber)
  const seen = async () => ({
    payments: (await indexer.rowsOf('native_transfers', wallet)).length,
    early: (await indexer.rowsOf('registered_wallets', wallet)).length,
    late: (await indexer.rowsOf('registered_wallets', late)).length,
  })
  await expect.poll(seen).toEqual({ payments: 1, early: 1, late: 1 })

  await client.revert({ id })
  await chain.mine(5)
  await expect.poll(seen).toEqual({ payments: 0, early: 1, late: 0 })
})

test('a payment that is mined again moves to its new block', async () => {
  const { client } = chain
  const wallet = await chain.registeredWallet()
  // The same fees and nonce make the same transaction.
  const payment = {
    ...chain.as(chain.payer),
    to: wallet,
    value: 5n,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  }
  const id = await client.snapshot()
  const first = await chain.mined(await client.sendTransaction(payment))
  await indexer.reaches(first.blockNumber)

  await client.revert({ id })
  await chain.mine(3)
  const second = await chain.mined(await client.sendTransaction(payment))
  expect(second.transactionHash).toBe(first.transactionHash)
  expect(second.blockHash).not.toBe(first.blockHash)
  await expect
    .poll(() => indexer.rowsOf('native_transfers', wallet))
    .toMatchObject([
      {
        transaction_hash: first.transactionHash,
        block_hash: second.blockHash,
        block_number: String(second.blockNumber),
      },
    ])
})

test('after a reorganisation deeper than Ponder follows it starts anew', async () => {
  const { client } = chain
  const wallet = await chain.registeredWallet()
  const id = await client.snapshot()
  const lost = await chain.pay(wallet, 5n)
  await chain.mine(2 * FINAL_BLOCKS)
  await indexer.reaches(lost.blockNumber + BigInt(2 * FINAL_BLOCKS))
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)

  await client.revert({ id })
  await chain.mine(3 * FINAL_BLOCKS)
  const kept = await chain.pay(wallet, 6n)
  await expect
    .poll(() => indexer.rowsOf('native_transfers', wallet))
    .toMatchObject([
      { transaction_hash: kept.transactionHash, block_hash: kept.blockHash },
    ])
  expect(await indexer.rowsOf('registered_wallets', wallet)).toHaveLength(1)
})

test.each([6, 256, 1_000])(
  'after hardhat_mine of %d blocks payments are seen, before and behind them',
  async (blocks) => {
    const wallet = await chain.registeredWallet()
    await chain.pay(wallet, 5n)
    await chain.client.mine({ blocks })
    const { blockNumber } = await chain.pay(wallet, 6n)
    await indexer.reaches(blockNumber)
    const rows = await indexer.rowsOf('native_transfers', wallet)
    expect(rows.map((row) => row.amount_wei)).toEqual(['5', '6'])
  },
)

test('when Ponder dies, another one takes over', async () => {
  const wallet = await chain.registeredWallet()
  const killed = indexer.ponderPid()
  process.kill(killed, 'SIGKILL')
  const payment = await chain.pay(wallet, 5n)
  await indexer.reaches(payment.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)
  await expect.poll(indexer.ponderPid).not.toBe(killed)
})

test('when the chain moves on and Ponder does not, another one takes over', async () => {
  const wallet = await chain.registeredWallet()
  const frozen = indexer.ponderPid()
  process.kill(frozen, 'SIGSTOP')
  const payment = await chain.pay(wallet, 5n)
  await indexer.reaches(payment.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)
  await expect.poll(indexer.ponderPid).not.toBe(frozen)
  expect(() => process.kill(frozen, 0)).toThrow()
})

test('while the chain does not answer, Ponder is left alone', async () => {
  const wallet = await chain.registeredWallet()
  const before = indexer.ponderPid()
  chain.freeze()
  await sleep(LONGER_THAN_DOUBTED_MS)
  expect(indexer.ponderPid()).toBe(before)
  chain.goOn()
  const payment = await chain.pay(wallet, 5n)
  await indexer.reaches(payment.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)
})

test('a killed indexer leaves its rows, and the next one misses nothing', async () => {
  const wallet = await chain.registeredWallet()
  const before = await chain.pay(wallet, 5n)
  await indexer.reaches(before.blockNumber)

  indexer.child.process.kill('SIGKILL')
  await indexer.child.ended
  await expect.poll(indexer.otherConnections).toBe(0)
  const meanwhile = await chain.pay(wallet, 6n)
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)

  await indexer.stop()
  indexer = await startIndexer(chain, databaseUrl)
  await indexer.reaches(meanwhile.blockNumber)
  const rows = await indexer.rowsOf('native_transfers', wallet)
  expect(rows.map((row) => row.transaction_hash)).toEqual([
    before.transactionHash,
    meanwhile.transactionHash,
  ])
  expect(await indexer.generations()).toBe(1)
})

test('a re-created chain remembers nothing of the one before', async () => {
  const wallet = newWallet()
  await chain.register(wallet)
  await chain.pay(wallet, 5n)
  await chain.mine(FINAL_BLOCKS)
  await indexer.stop()
  indexer = await startIndexer(chain, databaseUrl)
  expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)
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
  expect(await indexer.rowsOf('native_transfers', wallet)).toMatchObject([
    { transaction_hash: payment.transactionHash, amount_wei: '6' },
  ])
  expect(await indexer.rowsOf('registered_wallets', wallet)).toMatchObject([
    { block_hash: registration.blockHash },
  ])
})
