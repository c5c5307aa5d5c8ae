import { parseEther } from 'viem'
import { afterAll, assert, expect, test } from 'vitest'
import { HOUR_MS } from '#core/durations.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { readInstanceId } from '../../platform/chain/nodes/chain-instance.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { NO_ID, newId } from '../../platform/ids.ts'
import { createDepositTimeline } from './deposit-timeline.service.ts'
import { createDepositsStore, type NewDeposit } from './deposits.store.ts'
import { createDepositListService } from './operator/deposit-list.service.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const db = openDatabase(database.pool)
let instances = 100

/** Adds payments to a wallet on a new chain instance. */
async function added(...changes: Partial<NewDeposit>[]) {
  instances += 1
  const instanceId = instances
  const payments = changes.map(
    (change, ordinal): NewDeposit => ({
      id: newId(),
      instanceId,
      userId: USER,
      wallet: `0x${'1'.repeat(40)}`,
      cryptoType: 'tBNB',
      txHash: `0x${'2'.repeat(64)}`,
      ordinal,
      amountWei: parseEther('0.05'),
      claimedWei: parseEther('0.05'),
      sender: `0x${'3'.repeat(40)}`,
      blockNumber: 7,
      blockHash: `0x${'4'.repeat(64)}`,
      confirmations: 6,
      coinsPerUnit: 100_000,
      coins: 5_000,
      cause: null,
      ...change,
    }),
  )
  const store = createDepositsStore(db, instanceId)
  const rows = await db.transaction((tx) => store.add(tx, payments))
  return { instanceId, rows, store }
}
const USER = newId()

test('does not lock a deposit that was settled since it was read', async () => {
  const { rows, store } = await added({})
  const [row] = rows
  assert(row, 'it was kept')
  const confirmed = { status: 'confirmed', confirmedAt: new Date() } as const
  await db.transaction((tx) => store.change(tx, [row.id], confirmed))
  const locked = await db.transaction((tx) => store.lock(tx, [row]))
  expect(locked).toEqual([])
  expect(await store.listConfirmed(NO_ID, 1)).toMatchObject([confirmed])
})

test('lists one deposit of each player before the second of any, and worthless ones last', async () => {
  const other = newId()
  const wallet = `0x${'9'.repeat(40)}` as const
  const dust = { coins: 0 }
  const payments = [dust, {}, {}, {}, { userId: other, wallet }]
  const { store } = await added(...payments)
  const [first, second, ...others] = await store.listPending(5)
  const players = new Set([first?.userId, second?.userId])
  expect(players).toEqual(new Set([USER, other]))
  expect(others.map(({ coins }) => coins)).toEqual([5_000, 5_000, 0])
})

test("lists a player's deposits with the chain each was made on", async () => {
  const userId = newId()
  for (const chainId of [97, 31_337] as const) {
    const genesisHash = `0x${'5'.repeat(64)}` as const
    const deployment = { ...SAMPLE_DEPLOYMENT, chainId, genesisHash }
    const instanceId = await readInstanceId(db, deployment)
    await added({ userId, instanceId })
  }
  const platform = { clock: () => new Date(), db }
  const timeline = createDepositTimeline(platform, { chain: undefined })
  expect(await timeline.listDeposits(userId)).toMatchObject([
    { chainId: 31_337 },
    { chainId: 97 },
  ])
})

test('separates deposits that wait for the operator from those that wait for the chain', async () => {
  const { instanceId, rows } = await added({}, { confirmations: 1 })
  const createdAt = new Date(Date.now() - HOUR_MS)
  const [old, fresh] = rows
  assert(old && fresh, 'they were kept')
  await database.pool.query(
    'UPDATE crypto_deposits SET created_at = $2 WHERE id = $1',
    [old.id, createdAt],
  )
  const list = createDepositListService({
    clock: () => new Date(),
    db,
    instanceId,
  })
  expect(await list.state()).toMatchObject({
    oldestWaitingAt: createdAt.toISOString(),
    undecided: 1,
    oldestForChainAt: fresh.createdAt.toISOString(),
  })
})

test('sums pending coins above the largest balance', async () => {
  const coins = MAX_COINS - 5
  const { instanceId } = await added({ coins }, { coins })
  const list = createDepositListService({
    clock: () => new Date(),
    db,
    instanceId,
  })
  expect(await list.state()).toMatchObject({
    waitingCoins: MAX_COINS,
    lastDay: [{ status: 'pending', coins: MAX_COINS }],
  })
})
