import { parseEther } from 'viem'
import { afterAll, assert, expect, test } from 'vitest'
import type { Deployment } from '#core/schemas/deployment.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { instanceIdOf } from '../../platform/chain/nodes/chain-instance.ts'
import { databaseOn } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { NO_ID, newId } from '../../platform/ids.ts'
import { DepositsStore, type NewDeposit } from './deposits.store.ts'

const database = await createTestDatabase()
await migrate(database.url)
afterAll(() => database.close())
const db = databaseOn(database.pool)
const store = new DepositsStore(db)

const payment: NewDeposit = {
  id: newId(),
  instanceId: 99,
  userId: newId(),
  wallet: `0x${'1'.repeat(40)}`,
  cryptoType: 'tBNB',
  txHash: `0x${'2'.repeat(64)}`,
  ordinal: 0,
  amount: parseEther('0.05'),
  claimed: parseEther('0.05'),
  sender: `0x${'3'.repeat(40)}`,
  blockNumber: 7,
  blockHash: `0x${'4'.repeat(64)}`,
  confirmations: 6,
  coinsPerUnit: 100_000,
  coins: 5_000,
  reason: null,
}

const deployment: Deployment = {
  chainId: 97,
  genesisHash: `0x${'5'.repeat(64)}`,
  startBlock: 1,
  registry: `0x${'6'.repeat(40)}`,
  tokens: { GUMBY: `0x${'7'.repeat(40)}`, POKEY: `0x${'8'.repeat(40)}` },
}

test('a payment that was settled is not taken for one that waits', async () => {
  const confirmed = { status: 'confirmed', confirmedAt: new Date() } as const
  const [row] = await db.transaction(async (tx) => {
    const added = await store.add(tx, [payment])
    await store.change(tx, [payment.id], confirmed)
    return added
  })
  assert(row, 'it was kept')
  const locked = await db.transaction(async (tx) => [
    ...(await store.lockPending(tx, [row])),
    await store.lock(tx, row),
  ])
  expect(locked).toEqual([undefined])
  const page = { after: NO_ID, limit: 1 }
  expect(await store.confirmed(99, page)).toMatchObject([confirmed])
})

test('one transaction can make tens of thousands of payments to a wallet', async () => {
  const late = { ...payment, id: newId(), ordinal: 40_000 }
  const added = await db.transaction((tx) => store.add(tx, [late]))
  expect(added).toMatchObject([{ ordinal: 40_000 }])
})

test('what is worth coins goes in turns, one of each player first', async () => {
  const many = [1, 2, 3].map((ordinal) => ({
    ...payment,
    id: newId(),
    instanceId: 98,
    ordinal,
  }))
  const other = { ...payment, id: newId(), instanceId: 98, userId: newId() }
  const dust = { ...payment, id: newId(), instanceId: 98, ordinal: 4, coins: 0 }
  const wallet = `0x${'9'.repeat(40)}` as const
  await db.transaction((tx) =>
    store.add(tx, [dust, ...many, { ...other, wallet }]),
  )
  const rows = await store.worthCoins(98, { all: false, limit: 2 })
  const players = new Set(rows.map(({ userId }) => userId))
  expect(players).toEqual(new Set([payment.userId, other.userId]))
  const page = { all: false, after: NO_ID, limit: 2 }
  expect(await store.worthNothing(98, page)).toMatchObject([{ id: dust.id }])
})

test("a player's deposits are listed with the chain each was made on", async () => {
  const userId = newId()
  for (const chainId of [97, 31_337] as const) {
    const instanceId = await instanceIdOf(db, { ...deployment, chainId })
    const made = { ...payment, id: newId(), userId, instanceId }
    await db.transaction((tx) => store.add(tx, [made]))
  }
  expect(await store.listOf(userId)).toMatchObject([
    { chainId: 31_337 },
    { chainId: 97 },
  ])
})
