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
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'

const { db, deposits, found, ledger, reversals, ...accounts } =
  await openDepositAccounts()
const { newAccount, pay, kept, balanceOf, spendTo } = accounts
const term = { guard: async () => undefined }

/** Compares a wallet at a block. */
function compare(
  { userId, wallet, cryptoType }: Account,
  blockNumber: number,
  received: string,
  houseIn: readonly HousePayment[] = [],
) {
  const blockHash = hashOf(blockNumber)
  const receivedWei = parseEther(received)
  const seen = { blockNumber, blockHash, receivedWei, houseIn }
  return found.compare(term, { userId, wallet, cryptoType }, seen)
}

/** Compares it at a block and the next, by which a gap is found. */
async function find(...seen: Parameters<typeof compare>) {
  const [account, block, ...more] = seen
  await compare(account, block, ...more)
  await compare(account, block + 1, ...more)
}

/** A player with a found deposit, credited if nothing else is said. */
async function accountWith(received: string, isCredited = true) {
  const account = await newAccount()
  await find(account, 10, received)
  if (isCredited) await found.creditWaiting(term)
  return account
}

async function only(account: Account): Promise<DepositRow> {
  const [row] = await kept(account)
  assert(row, 'it is kept')
  return row
}

/** Credits a payment that the chain shows in a block. */
async function creditPayment(account: Account, block: number, amount: string) {
  const payment = await pay(account, block, amount)
  await deposits.credit(term, payment, { claimed: payment.amount })
  return payment
}

function change(account: Account, to: Partial<DepositRow>) {
  const isTheirs = eq(cryptoDeposits.userId, account.userId)
  return db.update(cryptoDeposits).set(to).where(isTheirs)
}

/** Credits a reversed payment that is mined again. */
async function creditAgain(account: Account, block: number, claimed?: bigint) {
  const row = await only(account)
  const blockHash = hashOf(block)
  const place = { blockNumber: block, blockHash, confirmations: 6 }
  await reversals.reopen(term, row, place)
  const again = { ...row, ...place, status: 'pending' } as const
  await deposits.credit(term, again, claimed === undefined ? {} : { claimed })
}

test('ends a find where it was first seen, so that a payment after that is of the rest', async () => {
  const account = await newAccount()
  await compare(account, 103, '0.01')
  await compare(account, 110, '1.01')
  await found.creditWaiting(term)
  await compare(account, 111, '1.01')
  await found.creditWaiting(term)
  const first = { fromBlock: 0, blockNumber: 103, coins: 1_000 }
  expect(await kept(account)).toMatchObject([
    first,
    { fromBlock: 104, blockNumber: 110, coins: 100_000 },
  ])
  await creditPayment(account, 105, '1')
  expect(await kept(account)).toMatchObject([
    first,
    { blockNumber: 105, coins: 100_000, status: 'confirmed' },
  ])
  expect(await balanceOf(account)).toBe(102_000)
})

test('lists a find below the minimum, and credits nothing for it', async () => {
  const account = await accountWith('0.001')
  expect(await kept(account)).toMatchObject([
    { txHash: null, status: 'below_minimum', coins: 0 },
  ])
  expect(await balanceOf(account)).toBe(1_000)
})

test('takes no coin for a part from a player who has none left', async () => {
  const account = await accountWith('0.03001')
  await spendTo(account)
  await creditPayment(account, 5, '0.015005')
  expect(await kept(account)).toMatchObject([
    { coins: 1_500, status: 'confirmed' },
    { coins: 1_501, status: 'confirmed' },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('settles a payment that is back after it was found, whatever its player has left', async () => {
  const account = await newAccount()
  await creditPayment(account, 5, '0.01')
  await spendTo(account)
  await reversals.reverse(term, await only(account))
  await find(account, 20, '0.01')
  await found.creditWaiting(term)
  expect(await balanceOf(account)).toBe(1_000)
  await ledger.grant(account.userId, -400)

  await creditAgain(account, 15)
  expect(await kept(account)).toMatchObject([
    { blockNumber: 15, status: 'confirmed', absorbed: 400 },
    { status: 'reversed', absorbed: 0 },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('credits a find and its payment once, also at the same time', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, () => accountWith('0.025', false)),
  )
  const crediting: Promise<void>[] = []
  for (const [at, account] of all.entries()) {
    const waiting = await only(account)
    const payment = await pay(account, 5, '0.01')
    const credit = deposits.credit(term, payment, {})
    // Of the first ones the payment is credited before the find.
    if (at < 3) await credit
    crediting.push(credit, deposits.credit(term, waiting, {}))
  }
  await Promise.all(crediting)
  const balances = await Promise.all(all.map(balanceOf))
  expect(balances).toEqual(all.map(() => 1_000 + 2_500))
})

test('holds up no other find for one that can not be credited', async () => {
  const bad = await accountWith('0.02', false)
  const good = await accountWith('0.02', false)
  await change(bad, { userId: newId() })
  await found.creditWaiting(term)
  expect(await balanceOf(good)).toBe(3_000)
})

test('counts what the house is known to have sent as no gap', async () => {
  const account = await newAccount()
  await pay(account, 5, '1')
  // By hand from the treasury, and seen as such.
  await change(account, { status: 'rejected' })
  const gas = { hashes: [hashOf(77)], wei: parseEther('0.02') }
  await find(account, 10, '1.02', [gas])
  expect(await kept(account)).toHaveLength(1)
  await find(account, 12, '1.05', [gas])
  await found.creditWaiting(term)
  expect(await kept(account)).toMatchObject([
    { status: 'rejected' },
    { status: 'confirmed', coins: 3_000 },
  ])
})

test('finds what a contract sent beside a payment that waits for room', async () => {
  const account = await newAccount()
  await pay(account, 5, '0.01')
  await change(account, { cause: { code: 'no_room' } })
  await find(account, 10, '0.03')
  await found.creditWaiting(term)
  expect(await kept(account)).toMatchObject([
    { status: 'pending', coins: 1_000 },
    { status: 'confirmed', coins: 2_000 },
  ])
})

test('takes back what the house turns out to have sent, and the house bears what is spent', async () => {
  const account = await accountWith('0.03')
  await spendTo(account, 500)
  const sent = await pay(account, 5, '0.02')
  await deposits.credit(term, sent, { claimed: sent.amount, isOfHouse: true })
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 1_000, absorbed: 1_500 },
    { status: 'rejected', blockNumber: 5 },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('credits a payment that is mined again with another amount as that', async () => {
  const account = await newAccount()
  await creditPayment(account, 5, '0.02')
  await reversals.reverse(term, await only(account))
  await creditAgain(account, 9, parseEther('0.05'))
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, claimed: parseEther('0.05') },
  ])
  expect(await balanceOf(account)).toBe(6_000)
})

test('takes back only the part of a find that the wallet no longer has', async () => {
  const account = await accountWith('0.03')
  await reversals.reverse(term, await only(account), parseEther('0.01'))
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 2_000, amount: parseEther('0.02') },
  ])
  expect(await balanceOf(account)).toBe(3_000)
})

/** A player whose find was played away and then undone. */
async function spentAndUndone(): Promise<Account> {
  const account = await accountWith('0.03')
  await spendTo(account)
  await reversals.reverse(term, await only(account))
  expect(await kept(account)).toMatchObject([
    { status: 'reversed', absorbed: 3_000 },
  ])
  return account
}

test('gives the house back what it bore when the find is found again', async () => {
  const account = await spentAndUndone()
  await find(account, 20, '0.05')
  await found.creditWaiting(term)
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, absorbed: 0 },
  ])
  expect(await balanceOf(account)).toBe(2_000)
})

test('gives the house back what it bore when the find is known by its payment', async () => {
  const account = await spentAndUndone()
  const { txHash } = await creditPayment(account, 30, '0.03')
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 3_000, absorbed: 0, txHash },
  ])
  expect(await balanceOf(account)).toBe(0)
})

test('credits nothing for a payment of what was rejected', async () => {
  const account = await accountWith('0.03', false)
  const cause = { code: 'rejected', reason: 'A report.' } as const
  await change(account, { status: 'rejected', coins: 0, cause })
  await deposits.credit(term, await pay(account, 5, '0.01'), {})
  await deposits.credit(term, await pay(account, 6, '0.02'), {})
  expect(await kept(account)).toMatchObject([
    { status: 'reversed', txHash: null },
    { status: 'rejected', coins: 0, cause, amount: parseEther('0.01') },
    { status: 'rejected', coins: 0, cause, amount: parseEther('0.02') },
  ])
  expect(await balanceOf(account)).toBe(1_000)
  // All of it is still counted: nothing is found again.
  await find(account, 20, '0.03')
  expect(await kept(account)).toHaveLength(3)
})
