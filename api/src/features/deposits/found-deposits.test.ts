import { eq } from 'drizzle-orm'
import { parseEther } from 'viem'
import { assert, expect, test } from 'vitest'
import {
  type Account,
  hashOf,
  openDepositAccounts,
} from '#testing/chain/deposit-accounts.ts'
import { newId } from '../../platform/ids.ts'
import type { HousePayment } from '../sweep/sweep.service.ts'
import { cryptoDeposits } from './deposits.table.ts'

const { server, db, deposits, found, ledger, reversals, ...accounts } =
  await openDepositAccounts()
const { newAccount, pay, kept, balanceOf, spendAll } = accounts
const term = { guard: async () => undefined }

type SeenAccount = Account & { houseIn?: readonly HousePayment[] }

/** What the reconciler sees of a wallet at a block. */
function seen(
  { userId, wallet, cryptoType, houseIn = [] }: SeenAccount,
  blockNumber: number,
  received: string,
) {
  return found.compare(
    term,
    { userId, wallet, cryptoType },
    {
      blockNumber,
      blockHash: hashOf(blockNumber),
      receivedWei: parseEther(received),
      houseIn,
    },
  )
}

async function rowsOf(account: Account) {
  const rows = await kept(account)
  return rows.map(({ absorbed, coins, fromBlock, blockNumber, status }) => ({
    absorbed,
    coins,
    blocks: fromBlock === null ? blockNumber : [fromBlock, blockNumber],
    status,
  }))
}

test('what was found ends where it was first seen, so a payment after that is of the rest', async () => {
  const account = await newAccount()
  await seen(account, 103, '0.01')
  await seen(account, 110, '1.01')
  await found.creditWaiting(term)
  await seen(account, 111, '1.01')
  await found.creditWaiting(term)
  expect(await rowsOf(account)).toMatchObject([
    { blocks: [0, 103], coins: 1_000 },
    { blocks: [104, 110], coins: 100_000 },
  ])
  await deposits.credit(term, await pay(account, 105, '1'), {})
  expect(await rowsOf(account)).toMatchObject([
    { blocks: [0, 103], coins: 1_000 },
    { blocks: 105, coins: 100_000, status: 'confirmed' },
  ])
  expect(await balanceOf(account)).toBe(102_000)
})

test('a part takes no coin from a player who has none left', async () => {
  const account = await newAccount()
  await seen(account, 10, '0.03001')
  await seen(account, 11, '0.03001')
  await found.creditWaiting(term)
  await spendAll(account)
  await deposits.credit(term, await pay(account, 5, '0.015005'), {})
  expect(await rowsOf(account)).toMatchObject([
    { coins: 1_500, status: 'confirmed' },
    { coins: 1_501, status: 'confirmed' },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('a payment that is back after it was found is settled, whatever its player has left', async () => {
  const account = await newAccount()
  const payment = await pay(account, 5, '0.01')
  await deposits.credit(term, payment, {})
  await spendAll(account)
  const [credited] = await kept(account)
  assert(credited, 'it was credited')
  await reversals.reverse(term, credited)
  await seen(account, 20, '0.01')
  await seen(account, 21, '0.01')
  await found.creditWaiting(term)
  expect(await balanceOf(account)).toBe(1_000)
  await ledger.grant(account.userId, -400)

  const [reversed] = await kept(account)
  assert(reversed, 'it was reversed')
  const place = {
    blockNumber: 15,
    blockHash: hashOf(15),
    confirmations: 6,
  }
  await reversals.reopen(term, reversed, place)
  await deposits.credit(term, { ...reversed, ...place, status: 'pending' }, {})
  expect(await rowsOf(account)).toMatchObject([
    { blocks: 15, status: 'confirmed', absorbed: 400 },
    { status: 'reversed', absorbed: 0 },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('what a payment has taken of a found deposit is not given back to it', async () => {
  const account = await newAccount()
  await seen(account, 10, '0.025')
  await seen(account, 11, '0.025')
  const [waiting] = await kept(account)
  assert(waiting, 'it waits')
  await deposits.credit(term, await pay(account, 5, '0.01'), {})
  await deposits.credit(term, waiting, {})
  expect(await balanceOf(account)).toBe(1_000 + 2_500)
})

test('a found deposit and its payment can be credited at the same time', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, newAccount))
  const both: Promise<void>[] = []
  for (const account of accounts) {
    await seen(account, 10, '0.025')
    await seen(account, 11, '0.025')
  }
  for (const account of accounts) {
    const [waiting] = await kept(account)
    assert(waiting, 'it waits')
    const payment = await pay(account, 5, '0.01')
    both.push(deposits.credit(term, payment, {}))
    both.push(deposits.credit(term, waiting, {}))
  }
  await Promise.all(both)
  expect(await Promise.all(accounts.map(balanceOf))).toEqual(
    accounts.map(() => 3_500),
  )
})

test('a found deposit that can not be credited holds up no other', async () => {
  const [bad, good] = [await newAccount(), await newAccount()]
  for (const account of [bad, good]) {
    await seen(account, 10, '0.02')
    await seen(account, 11, '0.02')
  }
  await server.pool.query(
    'UPDATE crypto_deposits SET user_id = $1 WHERE user_id = $2',
    [newId(), bad.userId],
  )
  await found.creditWaiting(term)
  expect(await balanceOf(good)).toBe(3_000)
})

test('what the house is known to have sent is no gap, whatever else it sent', async () => {
  const account = await newAccount()
  const { id } = await pay(account, 5, '1')
  // By hand from the treasury, and seen as such.
  await db
    .update(cryptoDeposits)
    .set({ status: 'rejected' })
    .where(eq(cryptoDeposits.id, id))
  const gas = { hashes: [hashOf(77)], wei: parseEther('0.02') }
  const funded = { ...account, houseIn: [gas] }
  await seen(funded, 10, '1.02')
  await seen(funded, 11, '1.02')
  expect(await rowsOf(account)).toHaveLength(1)
  await seen(funded, 12, '1.05')
  await seen(funded, 13, '1.05')
  await found.creditWaiting(term)
  expect(await rowsOf(account)).toMatchObject([
    { status: 'rejected' },
    { status: 'confirmed', coins: 3_000 },
  ])
})

test('a payment that waits for room does not hide what a contract sent', async () => {
  const account = await newAccount()
  const { id } = await pay(account, 5, '0.01')
  await db
    .update(cryptoDeposits)
    .set({ reason: 'It waits.' })
    .where(eq(cryptoDeposits.id, id))
  await seen(account, 10, '0.03')
  await seen(account, 11, '0.03')
  await found.creditWaiting(term)
  expect(await rowsOf(account)).toMatchObject([
    { status: 'pending', coins: 1_000 },
    { status: 'confirmed', coins: 2_000 },
  ])
})

test('what the house itself turns out to have sent is taken back, and the house bears what is spent', async () => {
  const account = await newAccount()
  await seen(account, 10, '0.03')
  await seen(account, 11, '0.03')
  await found.creditWaiting(term)
  await spendAll(account)
  await ledger.grant(account.userId, 500)
  const sent = await pay(account, 5, '0.02')
  await deposits.credit(term, sent, { claimed: sent.amount, isOfHouse: true })
  expect(await rowsOf(account)).toMatchObject([
    { status: 'confirmed', coins: 1_000, absorbed: 1_500 },
    { status: 'rejected', blocks: 5 },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('a payment that is mined again with another amount is credited as that', async () => {
  const account = await newAccount()
  const paid = await pay(account, 5, '0.02')
  await deposits.credit(term, paid, { claimed: paid.amount })
  const [credited] = await kept(account)
  assert(credited, 'it was credited')
  await reversals.reverse(term, credited)
  const [reversed] = await kept(account)
  assert(reversed, 'it was reversed')
  const place = { blockNumber: 9, blockHash: hashOf(9), confirmations: 6 }
  await reversals.reopen(term, reversed, place)
  const again = { ...reversed, ...place, status: 'pending' } as const
  await deposits.credit(term, again, { claimed: parseEther('0.05') })
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, claimed: parseEther('0.05') },
  ])
  expect(await balanceOf(account)).toBe(6_000)
})

test('takes back only the part of a found deposit that the wallet no longer has', async () => {
  const account = await newAccount()
  await seen(account, 10, '0.03')
  await seen(account, 11, '0.03')
  await found.creditWaiting(term)
  const [credited] = await kept(account)
  assert(credited, 'it was credited')
  await reversals.reverse(term, credited, parseEther('0.01'))
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 2_000, amount: parseEther('0.02') },
  ])
  expect(await balanceOf(account)).toBe(3_000)
})

/** What was found was played away, and then taken back. */
async function spentAndUndone(): Promise<Account> {
  const account = await newAccount()
  await seen(account, 10, '0.03')
  await seen(account, 11, '0.03')
  await found.creditWaiting(term)
  await spendAll(account)
  const [credited] = await kept(account)
  assert(credited, 'it was credited')
  await reversals.reverse(term, credited)
  return account
}

test('what was spent, undone and found again brings the house what it bore', async () => {
  const account = await spentAndUndone()
  expect(await rowsOf(account)).toMatchObject([
    { status: 'reversed', absorbed: 3_000 },
  ])
  await seen(account, 20, '0.05')
  await seen(account, 21, '0.05')
  await found.creditWaiting(term)
  expect(await rowsOf(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, absorbed: 0 },
  ])
  expect(await balanceOf(account)).toBe(2_000)
})

test('what was spent, undone and then known by its payment brings the house what it bore', async () => {
  const account = await spentAndUndone()
  const payment = await pay(account, 30, '0.03')
  await deposits.credit(term, payment, { claimed: payment.amount })
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 3_000, absorbed: 0, txHash: payment.txHash },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('a payment of what was rejected brings nothing once it is known', async () => {
  const account = await newAccount()
  await seen(account, 10, '0.03')
  await seen(account, 11, '0.03')
  const reason = 'The house does not credit it.'
  await db
    .update(cryptoDeposits)
    .set({ status: 'rejected', coins: 0, reason })
    .where(eq(cryptoDeposits.userId, account.userId))
  await deposits.credit(term, await pay(account, 5, '0.01'), {})
  await deposits.credit(term, await pay(account, 6, '0.02'), {})
  expect(await kept(account)).toMatchObject([
    { status: 'reversed', txHash: null },
    { status: 'rejected', coins: 0, reason, amount: parseEther('0.01') },
    { status: 'rejected', coins: 0, reason, amount: parseEther('0.02') },
  ])
  expect(await balanceOf(account)).toBe(1_000)
  // All of it is still counted: nothing is found again.
  await seen(account, 20, '0.03')
  await seen(account, 21, '0.03')
  expect(await kept(account)).toHaveLength(3)
})
