import { parseEther } from 'viem'
import {
  afterAll,
  assert,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from 'vitest'
import {
  getHash,
  openDepositAccounts,
} from '#testing/chain/deposit-accounts.ts'
import { eventually } from '#testing/server/eventually.ts'
import { createLease, type Term } from '../../../platform/db/lease.ts'
import { makeLogger } from '../../../platform/logger.ts'
import type { DepositRow } from '../deposits.store.ts'

const push = vi.fn()
const onBalance = vi.fn()
const { server, db, deposits, ...accounts } = await openDepositAccounts({
  push,
  onBalance,
})
const { newAccount, pay, kept, readBalance, spendDownTo } = accounts
const present = { guard: async () => undefined }
const elsewhere = {
  blockNumber: 9,
  blockHash: getHash(9),
  confirmations: 6,
}

beforeEach(() => {
  push.mockClear()
  onBalance.mockClear()
})

async function credited() {
  const account = await newAccount()
  await deposits.credit(present, await pay(account, 5, '0.03'), {})
  const [row] = await kept(account)
  assert(row, 'the deposit exists')
  return { account, row }
}

/** Writes on a credited deposit. */
const WRITES: [string, (term: Term, row: DepositRow) => Promise<unknown>][] = [
  ['reversal', (term, row) => deposits.reverse(term, row)],
  [
    'change',
    (term, row) => deposits.update(term, [{ row, change: elsewhere }]),
  ],
]

describe('after the term has ended, though the same lease leads again,', () => {
  const lease = createLease('deposits', { db, log: makeLogger('silent') })
  let over: Term

  beforeAll(async () => {
    over = await nextTerm()
    await lease.release()
    await nextTerm()
  })
  afterAll(() => lease.release())

  async function nextTerm(): Promise<Term> {
    return eventually(async () => {
      const term = await lease.term()
      assert(term, 'the lease is free')
      return term
    })
  }

  test.each(WRITES)('refuses a %s', async (_, write) => {
    const { account, row } = await credited()
    await expect(write(over, row)).rejects.toThrow('is over')
    expect(await kept(account)).toEqual([row])
    expect(await readBalance(account)).toBe(4_000)
  })

  test('refuses a credit', async () => {
    const account = await newAccount()
    const row = await pay(account, 5, '0.03')
    await expect(deposits.credit(over, row, {})).rejects.toThrow('is over')
    const change = { row, change: elsewhere }
    await expect(deposits.update(over, [change])).rejects.toThrow('is over')
    expect(await kept(account)).toEqual([row])
    expect(await readBalance(account)).toBe(1_000)
  })
})

test('does not credit a payment that moved to another block since its check', async () => {
  const account = await newAccount()
  const checked = await pay(account, 5, '0.03')
  await deposits.update(present, [{ row: checked, change: elsewhere }])
  await deposits.credit(present, checked, {})
  expect(await kept(account)).toMatchObject([
    { status: 'pending', blockHash: elsewhere.blockHash },
  ])
  expect(await readBalance(account)).toBe(1_000)
})

test('absorbs the uncovered coins of several partial reversals', async () => {
  const { account } = await credited()
  await spendDownTo(account)
  for (const absorbed of [1_000, 2_000]) {
    const [row] = await kept(account)
    assert(row, 'it is kept')
    await deposits.reverse(present, row, parseEther('0.01'))
    expect(await kept(account)).toMatchObject([{ absorbed }])
  }
  expect(await kept(account)).toMatchObject([{ coins: 1_000 }])
  expect(await readBalance(account)).toBe(0)
})

describe('after a failed commit', () => {
  /** Fails the commit of changes to the existing deposits. */
  async function refuseAtCommit() {
    await server.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON crypto_deposits
        DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`)
    return () => server.pool.query('DROP FUNCTION refuse CASCADE')
  }

  test('pushes no credit', async () => {
    const account = await newAccount()
    const row = await pay(account, 5, '0.03')
    const accept = await refuseAtCommit()
    await expect(deposits.credit(present, row, {})).rejects.toThrow()
    expect([push.mock.calls, onBalance.mock.calls]).toEqual([[], []])
    await accept()
    await deposits.credit(present, row, {})
    expect(onBalance).toHaveBeenCalledExactlyOnceWith(account.userId, 4_000)
    expect(push).toHaveBeenCalledOnce()
  })

  test.each(WRITES)('pushes no %s', async (_, write) => {
    const { account, row } = await credited()
    push.mockClear()
    const accept = await refuseAtCommit()
    await expect(write({ ...present, epoch: 1 }, row)).rejects.toThrow()
    expect(push).not.toHaveBeenCalled()
    await accept()
    expect(await kept(account)).toEqual([row])
  })
})
