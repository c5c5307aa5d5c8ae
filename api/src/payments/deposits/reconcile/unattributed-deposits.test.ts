import { eq } from 'drizzle-orm'
import { parseEther } from 'viem'
import { assert, expect, test } from 'vitest'
import {
  type Account,
  getHash,
  openDepositAccounts,
} from '#testing/chain/deposit-accounts.ts'
import type { DepositRow } from '../deposits.store.ts'
import { cryptoDeposits } from '../deposits.table.ts'

const { db, deposits, ledger, ...accounts } = await openDepositAccounts()
const { newAccount, pay, compare, creditUnattributed, find } = accounts
const { kept, readBalance, spendDownTo } = accounts
const term = { guard: async () => undefined }

/** Creates a player with an unattributed deposit, credited by default. */
async function createAccount(received: string, isCredited = true) {
  const account = await newAccount()
  await find(account, 10, received)
  if (isCredited) await creditUnattributed()
  return account
}

async function only(account: Account): Promise<DepositRow> {
  const [row] = await kept(account)
  assert(row, 'the deposit exists')
  return row
}

/** Credits a payment included in a block. */
async function creditPayment(account: Account, block: number, amount: string) {
  const payment = await pay(account, block, amount)
  await deposits.credit(term, payment, { claimedWei: payment.amountWei })
  return payment
}

function change(account: Account, to: Partial<DepositRow>) {
  const isTheirs = eq(cryptoDeposits.userId, account.userId)
  return db.update(cryptoDeposits).set(to).where(isTheirs)
}

/** Credits a reversed payment that is mined again. */
async function creditAgain(
  account: Account,
  block: number,
  claimedWei?: bigint,
) {
  const row = await only(account)
  const blockHash = getHash(block)
  const place = { blockNumber: block, blockHash, confirmations: 6 }
  const reopened = { ...place, status: 'pending', cause: null } as const
  await deposits.update(term, [{ row, change: reopened }])
  const again = { ...row, ...reopened }
  await deposits.credit(
    term,
    again,
    claimedWei === undefined ? {} : { claimedWei },
  )
}

test('ends an unattributed deposit at the block of its first sighting', async () => {
  const account = await newAccount()
  await compare(account, 103, '0.01')
  await compare(account, 110, '1.01')
  await creditUnattributed()
  await compare(account, 111, '1.01')
  await creditUnattributed()
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
  expect(await readBalance(account)).toBe(102_000)
})

test('lists an unattributed deposit below the minimum without crediting it', async () => {
  const account = await createAccount('0.001')
  expect(await kept(account)).toMatchObject([
    { txHash: null, status: 'below_minimum', coins: 0 },
  ])
  expect(await readBalance(account)).toBe(1_000)
})

test('attributes a part without a debit for a player with no coins left', async () => {
  const account = await createAccount('0.03001')
  await spendDownTo(account)
  await creditPayment(account, 5, '0.015005')
  expect(await kept(account)).toMatchObject([
    { coins: 1_500, status: 'confirmed' },
    { coins: 1_501, status: 'confirmed' },
  ])
  expect(await readBalance(account)).toBe(0)
})

test('settles a payment that comes back after it was reconciled, whatever the balance', async () => {
  const account = await newAccount()
  await creditPayment(account, 5, '0.01')
  await spendDownTo(account)
  await deposits.reverse(term, await only(account))
  await find(account, 20, '0.01')
  await creditUnattributed()
  expect(await readBalance(account)).toBe(1_000)
  await ledger.grant(account.userId, -400)

  await creditAgain(account, 15)
  expect(await kept(account)).toMatchObject([
    { blockNumber: 15, status: 'confirmed', absorbed: 400 },
    { status: 'reversed', absorbed: 0 },
  ])
  expect(await readBalance(account)).toBe(0)
})

test('credits an unattributed deposit and its payment once, also concurrently', async () => {
  const all: Account[] = []
  while (all.length < 20) all.push(await createAccount('0.025', false))
  const crediting: Promise<void>[] = []
  for (const [at, account] of all.entries()) {
    const waiting = await only(account)
    const payment = await pay(account, 5, '0.01')
    const credit = deposits.credit(term, payment, {})
    // For the first accounts, the payment is credited before the surplus.
    if (at < 3) await credit
    crediting.push(credit, deposits.credit(term, waiting, {}))
  }
  await Promise.all(crediting)
  const balances = await Promise.all(all.map(readBalance))
  expect(balances).toEqual(all.map(() => 1_000 + 2_500))
})

test('does not count known payments by the operator account as a gap', async () => {
  const account = await newAccount()
  await pay(account, 5, '1')
  // Sent manually from the treasury, and detected.
  await change(account, { status: 'rejected' })
  const gas = { hashes: [getHash(77)], wei: parseEther('0.02') }
  await find(account, 10, '1.02', [gas])
  expect(await kept(account)).toHaveLength(1)
  await find(account, 12, '1.05', [gas])
  await creditUnattributed()
  expect(await kept(account)).toMatchObject([
    { status: 'rejected' },
    { status: 'confirmed', coins: 3_000 },
  ])
})

test('records a contract payment next to a payment above the balance limit', async () => {
  const account = await newAccount()
  await pay(account, 5, '0.01')
  await change(account, { cause: { code: 'no_room' } })
  await find(account, 10, '0.03')
  await creditUnattributed()
  expect(await kept(account)).toMatchObject([
    { status: 'pending', coins: 1_000 },
    { status: 'confirmed', coins: 2_000 },
  ])
})

test("reverses payments that turn out to be the operator's, and absorbs spent coins", async () => {
  const account = await createAccount('0.03')
  await spendDownTo(account, 500)
  const sent = await pay(account, 5, '0.02')
  await deposits.credit(term, sent, {
    claimedWei: sent.amountWei,
    isFromHouse: true,
  })
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 1_000, absorbed: 1_500 },
    { status: 'rejected', blockNumber: 5 },
  ])
  expect(await readBalance(account)).toBe(0)
})

test('credits a payment that is mined again with its new amount', async () => {
  const account = await newAccount()
  await creditPayment(account, 5, '0.02')
  await deposits.reverse(term, await only(account))
  await creditAgain(account, 9, parseEther('0.05'))
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, claimedWei: parseEther('0.05') },
  ])
  expect(await readBalance(account)).toBe(6_000)
})

test('reverses only the missing part of an unattributed deposit', async () => {
  const account = await createAccount('0.03')
  await deposits.reverse(term, await only(account), parseEther('0.01'))
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 2_000, amountWei: parseEther('0.02') },
  ])
  expect(await readBalance(account)).toBe(3_000)
})

/** Creates a player whose unattributed deposit was spent, then reversed. */
async function spentAndUndone(): Promise<Account> {
  const account = await createAccount('0.03')
  await spendDownTo(account)
  await deposits.reverse(term, await only(account))
  expect(await kept(account)).toMatchObject([
    { status: 'reversed', absorbed: 3_000 },
  ])
  return account
}

test('recovers the absorbed loss when the surplus is back', async () => {
  const account = await spentAndUndone()
  await find(account, 20, '0.05')
  await creditUnattributed()
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 5_000, absorbed: 0 },
  ])
  expect(await readBalance(account)).toBe(2_000)
})

test('recovers the absorbed loss when the payment becomes known', async () => {
  const account = await spentAndUndone()
  const { txHash } = await creditPayment(account, 30, '0.03')
  expect(await kept(account)).toMatchObject([
    { status: 'confirmed', coins: 3_000, absorbed: 0, txHash },
  ])
  expect(await readBalance(account)).toBe(0)
})

test('does not credit a payment of a rejected unattributed deposit', async () => {
  const account = await createAccount('0.03', false)
  const cause = { code: 'rejected', reason: 'A report.' } as const
  await change(account, { status: 'rejected', coins: 0, cause })
  await deposits.credit(term, await pay(account, 5, '0.01'), {})
  await deposits.credit(term, await pay(account, 6, '0.02'), {})
  expect(await kept(account)).toMatchObject([
    { status: 'reversed', txHash: null },
    { status: 'rejected', coins: 0, cause, amountWei: parseEther('0.01') },
    { status: 'rejected', coins: 0, cause, amountWei: parseEther('0.02') },
  ])
  expect(await readBalance(account)).toBe(1_000)
  // The whole amount still counts, so no gap is recorded.
  await find(account, 20, '0.03')
  expect(await kept(account)).toHaveLength(3)
})
