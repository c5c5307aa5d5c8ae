import { parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { databaseOn } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DepositsStore, type NewDeposit } from './deposits.store.ts'

const database = await createTestDatabase()
await migrate(database.url)
afterAll(() => database.drop())
const db = databaseOn(database.pool)
const store = new DepositsStore(db)

const payment: NewDeposit = {
  id: newId(),
  instanceId: 1,
  userId: newId(),
  wallet: `0x${'1'.repeat(40)}`,
  cryptoType: 'tBNB',
  txHash: `0x${'2'.repeat(64)}`,
  ordinal: 0,
  amount: parseEther('0.05'),
  sender: `0x${'3'.repeat(40)}`,
  blockNumber: 7,
  blockHash: `0x${'4'.repeat(64)}`,
  confirmations: 6,
  coinsPerUnit: 100_000,
  coins: 5_000,
  reason: null,
}

test('a payment that was settled is never changed again', async () => {
  const confirmed = { status: 'confirmed', confirmedAt: new Date() } as const
  await db.transaction(async (tx) => {
    await store.add(tx, [payment])
    await store.changePending(tx, payment.id, confirmed)
  })
  const rejecting = db.transaction((tx) =>
    store.changePending(tx, payment.id, { status: 'rejected' }),
  )
  await expect(rejecting).rejects.toThrow('while it waits')
  const page = { after: '00000000-0000-0000-0000-000000000000', limit: 1 }
  expect(await store.confirmed(1, page)).toMatchObject([confirmed])
})
