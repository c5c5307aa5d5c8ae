import { type Hash, parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { newWallet } from '#testing/chain/local-chain.ts'
import { createOutboxHarness } from '#testing/chain/outbox-harness.ts'
import { makeLogger } from '../../logger.ts'
import { makeMetrics } from '../../metrics.ts'
import { createGasLevel } from './gas-level.ts'
import type { OutboxSender } from './outbox-sender.ts'

const outbox = await createOutboxHarness()
const { account, enqueue, newSender, readRow, store } = outbox
const { term, tickUntil, withoutMining, harness } = outbox
const { client, operator } = harness
const PATIENT = { resendMs: 0, stuckMs: 60_000, lostMs: 60_000 }

async function ticksUntilAttempts(sender: OutboxSender, id: number, n: number) {
  await expect
    .poll(async () => {
      await sender.tick(await term())
      return (await store.listAttempts(id)).length
    })
    .toBeGreaterThanOrEqual(n)
  return store.listAttempts(id)
}

/** Mines a block at a base fee, without transactions that offer less. */
async function mineWithBaseFee(gwei: string): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })
  await harness.mine(1)
}

async function isMined(hash: Hash | undefined): Promise<boolean> {
  const { blockNumber } = await client.getTransaction({ hash: hash ?? '0x' })
  return blockNumber !== null
}

const metrics = makeMetrics()

async function shown(name: string) {
  const { values } = (await metrics.registry.getSingleMetric(name)?.get()) ?? {}
  return values?.map(({ value }) => value)
}

test('raises the fees of a stuck transaction until it is mined', async () => {
  const sender = newSender()
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    await ticksUntilAttempts(sender, id, 3)
  })
  const fees = (await store.listAttempts(id)).map((a) => a.maxFeePerGas)
  for (const [index, fee] of fees.slice(1).entries()) {
    expect(fees[index]).toBeGreaterThanOrEqual((fee * 11n) / 10n)
  }
  await harness.mine(1)
  await tickUntil(sender, id, { status: 'final' })
})

test('raises the fees as soon as the base fee rises', async () => {
  const sender = newSender({ timeouts: PATIENT })
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    await mineWithBaseFee('20')
    const [newest, first] = await ticksUntilAttempts(sender, id, 2)
    expect(first?.maxFeePerGas).toBeLessThan(parseGwei('20'))
    expect(newest?.maxFeePerGas).toBeGreaterThan(parseGwei('20'))
    await mineWithBaseFee('18')
    expect(await isMined(newest?.hash)).toBe(true)
  })
  await tickUntil(sender, id, { status: 'final' })
  expect(await store.listAttempts(id)).toHaveLength(2)
  await mineWithBaseFee('1')
})

test('does not raise fees early at the same base fee', async () => {
  const sender = newSender({ timeouts: PATIENT })
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    for (let ticks = 0; ticks < 5; ticks += 1) await sender.tick(await term())
    expect(await store.listAttempts(id)).toHaveLength(1)
    await harness.mine(1)
  })
  await tickUntil(sender, id, { status: 'final' })
})

test('accepts an earlier attempt that is mined after a later one was signed', async () => {
  const sender = newSender()
  const id = await enqueue(newWallet())
  const next = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    const attempts = await ticksUntilAttempts(sender, id, 2)
    const [newest] = attempts
    const first = attempts.at(-1)
    // A node without the later attempt mines the first.
    await client.dropTransaction({ hash: newest?.hash ?? '0x' })
    await client.sendRawTransaction({
      serializedTransaction: first?.raw ?? '0x',
    })
    await harness.mine(1)
    expect(await isMined(first?.hash)).toBe(true)
  })
  await tickUntil(sender, id, { status: 'final' })
  await tickUntil(sender, next, { status: 'final' })
  expect((await readRow(next)).nonce).toBe((await readRow(id)).nonce + 1)
})

test('waits with a reason while the base fee is above the limit', async () => {
  const lines: string[] = []
  const log = makeLogger('error', { write: (line) => lines.push(line) })
  await mineWithBaseFee('150')
  const sender = newSender({ log })
  const id = await enqueue(newWallet())
  await tickUntil(sender, id, { status: 'queued', problem: 'fees_too_high' })
  await sender.tick(await term())
  expect(lines).toHaveLength(1)
  await mineWithBaseFee('1')
  // A sender that starts now checks at once.
  await tickUntil(newSender(), id, { status: 'final', problem: null })
})

test('reports a low account', async () => {
  const lines: string[] = []
  const log = makeLogger('error', { write: (line) => lines.push(line) })
  const value = await client.getBalance({ address: operator })
  await client.setBalance({ address: operator, value: parseEther('0.00001') })
  const { chain } = outbox
  const clock = () => new Date()
  const gas = createGasLevel({ account, chain, clock, log, metrics })
  await gas.refresh()
  expect(await shown('operator_gas_low')).toEqual([1])
  expect(await shown('operator_balance_bnb')).toEqual([0.00001])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('operator_gas.low')
  await client.setBalance({ address: operator, value })
  await gas.refresh()
  expect(await shown('operator_gas_low')).toEqual([0])
})

test('stores why a sent call waits when the account is empty', async () => {
  const sender = newSender()
  const value = await client.getBalance({ address: operator })
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent', problem: null })
    const [attempt] = await store.listAttempts(id)
    await client.dropTransaction({ hash: attempt?.hash ?? '0x' })
    await client.setBalance({ address: operator, value: 1n })
    await tickUntil(sender, id, { status: 'sent', problem: 'no_gas' })
  })
  await client.setBalance({ address: operator, value })
  await tickUntil(sender, id, { status: 'final', problem: null })
})

test('postpones a payment until the account has its value, too', async () => {
  const value = await client.getBalance({ address: operator })
  const to = newWallet()
  const id = await outbox.db.transaction((tx) =>
    store.enqueue(tx, { purpose: 'fund_gas', to, data: '0x', value }),
  )
  const sender = newSender()
  const before = await account.transactionCount('latest')
  await tickUntil(sender, id, { status: 'queued', problem: 'no_gas' })
  expect(await account.transactionCount('latest')).toBe(before)
  await client.setBalance({ address: operator, value: value * 2n })
  await tickUntil(newSender(), id, { status: 'final' })
  expect(await client.getBalance({ address: to })).toBe(value)
})
