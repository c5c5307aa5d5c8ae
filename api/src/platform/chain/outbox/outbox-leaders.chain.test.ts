import { expect, test } from 'vitest'
import { newWallet } from '#testing/chain/local-chain.ts'
import { openOutboxHarness } from '#testing/chain/outbox-harness.ts'
import { Lease, type Term } from '../../db/lease.ts'
import { instanceIdOf } from '../nodes/chain-instance.ts'
import { OutboxStore } from './outbox.store.ts'

const outbox = await openOutboxHarness()
const { account, chain, database, db, enqueue, log, newSender } = outbox
const { rowOf, store, term, tickUntil, harness } = outbox

/** Another process that takes the lead, as from one that was frozen. */
async function takeOver(): Promise<{ lease: Lease; term: Term }> {
  await database.pool.query(
    "UPDATE leases SET expires_at = clock_timestamp() WHERE name = 'operator'",
  )
  // Outlives a machine that stands still for some seconds.
  const lease = new Lease('operator', { db, log, lifeSeconds: 3_600 })
  const own = await lease.term()
  if (!own) throw new Error('The term before was over')
  return { lease, term: own }
}

test('on a chain made anew nothing of the one before is sent', async () => {
  const id = await enqueue(newWallet())
  const genesisHash = `0x${'7'.repeat(64)}` as const
  const other = { ...chain.deployment, genesisHash }
  const elsewhere = new OutboxStore(db, await instanceIdOf(db, other))
  const before = await account.transactionCount('latest')
  await newSender({ store: elsewhere }).tick(await term())
  expect(await account.transactionCount('latest')).toBe(before)
  expect(await rowOf(id)).toMatchObject({ status: 'queued', nonce: null })
  await tickUntil(newSender(), id, { status: 'final' })
})

test('a leader frozen before it could store what it signed sends nothing', async () => {
  const id = await enqueue(newWallet())
  const before = await account.transactionCount('latest')
  const thaw = Promise.withResolvers<void>()
  const hasSigned = Promise.withResolvers<void>()
  const frozen = newSender({
    account: {
      ...account,
      async sign(signing) {
        const signed = await account.sign(signing)
        hasSigned.resolve()
        await thaw.promise
        return signed
      },
    },
  })
  const ticking = frozen.tick(await term())
  await hasSigned.promise
  const next = await takeOver()
  const sender = newSender()
  await expect
    .poll(async () => {
      await sender.tick(next.term)
      return (await rowOf(id)).status
    })
    .toBe('final')
  thaw.resolve()
  await expect(ticking).rejects.toThrow('is over')
  expect(await store.attemptsOf(id)).toHaveLength(1)
  await harness.mine(1)
  expect(await account.transactionCount('latest')).toBe(before + 1)
  await next.lease.release()
})

test('a leader frozen before it sent what it stored sends what the next one sent', async () => {
  const first = await takeOver()
  const id = await enqueue(newWallet())
  const before = await account.transactionCount('latest')
  const thaw = Promise.withResolvers<void>()
  const isSending = Promise.withResolvers<void>()
  const { client } = chain
  const frozen = newSender({
    chain: {
      ...chain,
      client: {
        ...client,
        async sendRawTransaction(signed) {
          isSending.resolve()
          await thaw.promise
          return client.sendRawTransaction(signed)
        },
      },
    },
  })
  const ticking = frozen.tick(first.term)
  await isSending.promise
  const next = await takeOver()
  const sender = newSender()
  await expect
    .poll(async () => {
      await sender.tick(next.term)
      return (await rowOf(id)).status
    })
    .toBe('final')
  thaw.resolve()
  await ticking
  await harness.mine(1)
  expect(await store.attemptsOf(id)).toHaveLength(1)
  expect(await account.transactionCount('latest')).toBe(before + 1)
  await first.lease.release()
  await next.lease.release()
})
