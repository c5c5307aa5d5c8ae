import { type Address, parseEther, parseGwei, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { down, erring, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import { OPERATOR_KEY } from '#testing/chain/operator-key.ts'
import { createOutboxHarness } from '#testing/chain/outbox-harness.ts'
import { depositRegistryAbi } from '../../../../../contracts/generated/deposit-registry.ts'
import { makeLogger } from '../../logger.ts'
import { openChain } from '../nodes/chain.ts'
import { createSigningAccount } from './signing-account.ts'

const outbox = await createOutboxHarness()
const { account, chain, database, db, enqueue, newSender, readRow } = outbox
const { store, term, tickUntil, withoutMining, harness } = outbox
const { client, deployment, operator } = harness

test('sends calls in order, each with the next nonce', async () => {
  const sender = newSender()
  const ids = [
    await enqueue(newWallet()),
    await enqueue(newWallet()),
    await enqueue(newWallet()),
  ]
  const first = await account.transactionCount('latest')
  for (const id of ids) await tickUntil(sender, id, { status: 'final' })
  const rows = await Promise.all(ids.map(readRow))
  expect(rows.map(({ nonce }) => nonce)).toEqual([first, first + 1, first + 2])
})

test('resends signed transactions after a restart', async () => {
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(newSender(), id, { status: 'sent' })
    const [attempt] = await store.listAttempts(id)
    const hash = attempt?.hash ?? '0x'
    await client.dropTransaction({ hash })
  })
  await tickUntil(newSender(), id, { status: 'final' })
  expect(await store.listAttempts(id)).toHaveLength(1)
})

test('takes the next nonce when another transaction used its own', async () => {
  const sender = newSender()
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    const { nonce } = await readRow(id)
    await client.sendTransaction({
      ...harness.as(operator),
      to: operator,
      nonce,
      maxFeePerGas: parseGwei('90'),
      maxPriorityFeePerGas: parseGwei('80'),
    })
    await harness.mine(1)
    await expect
      .poll(async () => {
        await sender.tick(await term())
        return (await readRow(id)).nonce
      })
      .toBe(nonce + 1)
  })
  await harness.mine(1)
  await tickUntil(sender, id, { status: 'final' })
})

test('fills a nonce whose other transaction was reorged out', async () => {
  const sender = newSender()
  const before = await account.transactionCount('latest')
  const snapshot = await client.snapshot()
  await harness.mined(
    await client.sendTransaction({ ...harness.as(operator), to: operator }),
  )
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(sender, id, { status: 'sent' })
    await client.revert({ id: snapshot })
  })
  expect(await account.transactionCount('latest')).toBe(before)
  await tickUntil(sender, id, { status: 'final' })
  expect((await readRow(id)).nonce).toBe(before + 1)
  expect(await account.transactionCount('latest')).toBe(before + 2)
})

test('does not send a call that would revert', async () => {
  const sender = newSender()
  const before = await account.transactionCount('latest')
  const id = await enqueue(zeroAddress)
  await tickUntil(sender, id, { status: 'queued', problem: 'refused' })
  expect(await account.transactionCount('latest')).toBe(before)
  await tickUntil(sender, await enqueue(newWallet()), { status: 'final' })
})

test.each([
  ['is silent', down],
  ['lacks a header', erring],
])('sends other calls while a node %s', async (_, fault) => {
  const silentOn = newWallet()
  const node = await startFaultyNode(
    harness.env.RPC_URL,
    (upstream) => (request) => {
      const isMeant = JSON.stringify(request.params).includes(
        silentOn.slice(2).toLowerCase(),
      )
      const isSilent = isMeant && request.method === 'eth_estimateGas'
      return (isSilent ? fault(upstream) : upstream)(request)
    },
  )
  const halting = await openChain(
    { rpcUrls: [node.url], deployment },
    { log: makeLogger('silent') },
  )
  const account = createSigningAccount(OPERATOR_KEY, halting)
  const sender = newSender({ account })
  const silent = await enqueue(silentOn)
  const next = await enqueue(newWallet())
  await tickUntil(sender, next, { status: 'final' })
  expect(await readRow(silent)).toMatchObject({
    status: 'queued',
    problem: null,
  })
  node.close()
  await tickUntil(newSender(), silent, { status: 'final' })
})

test('fails to pay a contract, and runs none of its code', async () => {
  const payment = { to: deployment.registry, data: '0x', value: 1n } as const
  const id = await db.transaction((tx) =>
    store.enqueue(tx, { ...payment, purpose: 'faucet' }),
  )
  await tickUntil(newSender(), id, { status: 'failed' })
})

test('counts refused calls as waiting', async () => {
  const calls = [{ to: deployment.registry, data: '0xbadbadba' } as const]
  const few = { callsMax: 1, valueMaxWei: 0n }
  expect(await store.enqueueLimited('faucet', calls, few)).toBeUndefined()
  const { rows } = await database.pool.query(
    `SELECT id::int FROM outbox_transactions WHERE purpose = 'faucet'
     AND status = 'queued'`,
  )
  const refused = { status: 'queued', problem: 'refused' }
  await tickUntil(newSender(), rows[0].id, refused)
  expect(await store.enqueueLimited('faucet', calls, few)).toBe('calls')
})

test('resends a reorged transaction with the same nonce', async () => {
  const sender = newSender()
  const snapshot = await client.snapshot()
  const id = await enqueue(newWallet())
  await tickUntil(sender, id, { status: 'final' })
  const { nonce } = await readRow(id)
  await client.revert({ id: snapshot })
  await withoutMining(async () => {
    await harness.mine(2)
    await tickUntil(sender, id, { status: 'sent' })
  })
  await harness.mine(1)
  await tickUntil(sender, id, { status: 'final' })
  expect((await readRow(id)).nonce).toBe(nonce)
})

test('signs again after a change of the key', async () => {
  const id = await enqueue(newWallet())
  await withoutMining(async () => {
    await tickUntil(newSender(), id, { status: 'sent' })
    const [attempt] = await store.listAttempts(id)
    await client.dropTransaction({ hash: attempt?.hash ?? '0x' })
  })
  const next = createSigningAccount(generatePrivateKey(), chain)
  await client.setBalance({ address: next.address, value: parseEther('1') })
  await handRegistryTo(next.address)
  await tickUntil(newSender({ account: next }), id, { status: 'final' })
  expect(await readRow(id)).toMatchObject({ sender: next.address })
})

async function handRegistryTo(next: Address): Promise<void> {
  await harness.mined(
    await client.writeContract({
      ...harness.as(operator),
      address: deployment.registry,
      abi: depositRegistryAbi,
      functionName: 'setRegistrar',
      args: [next],
    }),
  )
}
