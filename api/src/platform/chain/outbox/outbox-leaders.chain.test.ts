import { expect, test } from 'vitest'
import { newWallet } from '#testing/chain/local-chain.ts'
import { createOutboxHarness, readTerm } from '#testing/chain/outbox-harness.ts'
import type { Lease, Term } from '../../db/lease.ts'
import { readInstanceId } from '../nodes/chain-instance.ts'
import { createOutboxStore } from './outbox.store.ts'

const outbox = await createOutboxHarness()
const { account, chain, database, db, enqueue, newSender } = outbox
const { createTestLease, readRow, store, term, tickUntil, harness } = outbox

/** Takes the lease over, as from a frozen process. */
async function takeOver(): Promise<{ lease: Lease; term: Term }> {
  await database.pool.query(
    "UPDATE leases SET expires_at = clock_timestamp() WHERE name = 'operator'",
  )
  const lease = createTestLease('operator')
  return { lease, term: await readTerm(lease) }
}

test('sends nothing of another chain instance', async () => {
  const id = await enqueue(newWallet())
  const genesisHash = `0x${'7'.repeat(64)}` as const
  const other = { ...chain.deployment, genesisHash }
  const elsewhere = createOutboxStore(db, await readInstanceId(db, other))
  const before = await account.transactionCount('latest')
  await newSender({ store: elsewhere }).tick(await term())
  expect(await account.transactionCount('latest')).toBe(before)
  expect(await readRow(id)).toMatchObject({ status: 'queued', nonce: null })
  await tickUntil(newSender(), id, { status: 'final' })
})

test('sends nothing as a leader that was frozen before it stored its attempt', async () => {
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
  const final = { status: 'final' }
  await tickUntil(newSender(), id, final, async () => next.term)
  thaw.resolve()
  await expect(ticking).rejects.toThrow('is over')
  expect(await store.listAttempts(id)).toHaveLength(1)
  await harness.mine(1)
  expect(await account.transactionCount('latest')).toBe(before + 1)
  await next.lease.release()
})

test('sends the same attempt as the next leader when frozen after storing it', async () => {
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
  const final = { status: 'final' }
  await tickUntil(newSender(), id, final, async () => next.term)
  thaw.resolve()
  await ticking
  await harness.mine(1)
  expect(await store.listAttempts(id)).toHaveLength(1)
  expect(await account.transactionCount('latest')).toBe(before + 1)
  await first.lease.release()
  await next.lease.release()
})
