import { parseEther } from 'viem'
import { assert, expect, test } from 'vitest'
import { MINUTE_MS } from '#core/durations.ts'
import { openDepositAccounts, SITE } from '#testing/chain/deposit-accounts.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { createHistory } from '../ledger/history/history.ts'
import {
  createDepositDecisionsService,
  type DepositVerdict,
} from '../payments/deposits/operator/deposit-decisions.service.ts'
import { createDepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { CreditLimit } from '../payments/deposits/verify/payment-backing.ts'
import {
  createOperatorDeposits,
  type OperatorDepositsService,
} from './operator-deposits.service.ts'
import { createOperatorLog } from './operator-log.service.ts'

const { server, db, deposits, ledger, ...accounts } =
  await openDepositAccounts()
const { newAccount, pay, creditUnattributed, find, kept, readBalance } =
  accounts
const log = createOperatorLog(db, () => new Date())
const term = { guard: async () => undefined }
const by = { actor: { name: 'test' }, reason: 'A report.' }
/** Clock after which a payment waits for the operator. */
const later = () => new Date(Date.now() + 5 * MINUTE_MS)

const place = { blockNumber: 5, blockHash: `0x${'5'.repeat(64)}` } as const
const genuine: DepositVerdict = {
  kind: 'genuine',
  place,
  amountWei: parseEther('0.03'),
  senders: [],
}
const all: CreditLimit = async (_, row) => row.amountWei

function depositsWhere(
  verdict: DepositVerdict,
  limit: CreditLimit | 'pruned' = all,
  recheck: () => Promise<{ id: string }[]> = async () => [],
): OperatorDepositsService {
  const list = createDepositListService({ ...SITE, clock: later, db })
  const readVerdict = async () => verdict
  const readLimit = async () => limit
  const deps = {
    ...accounts,
    db,
    deposits,
    ledger,
    list,
    log: server.platform.log,
    site: SITE,
    readVerdict,
    readLimit,
  }
  return createOperatorDeposits({
    db,
    log,
    list,
    history: createHistory({ db }).service,
    decisions: createDepositDecisionsService(deps),
    recheck: { recheck: async () => ({ deposits: await recheck() }) },
  })
}

test('refuses a credit until the wallet has received it', async () => {
  const account = await newAccount()
  const { id } = await pay(account, 5, '0.03')
  const unbacked = depositsWhere(genuine, async () => undefined)
  await expect(unbacked.decide(by, id, 'credit')).rejects.toMatchObject({
    code: 'illegal_action',
  })
  expect(await readBalance(account)).toBe(1_000)
  await depositsWhere(genuine).decide(by, id, 'credit')
  expect(await readBalance(account)).toBe(4_000)
})

test('credits only payments with a transaction when the state is pruned', async () => {
  const account = await newAccount()
  await find(account, 10, '0.03')
  const [untraced] = await kept(account)
  assert(untraced, 'it waits')
  const unknown = depositsWhere({ kind: 'untraced' }, 'pruned')
  await expect(unknown.decide(by, untraced.id, 'credit')).rejects.toMatchObject(
    { code: 'illegal_action' },
  )
  expect(await readBalance(account)).toBe(1_000)

  const other = await newAccount()
  const { id } = await pay(other, 5, '0.03')
  await depositsWhere(genuine, 'pruned').decide(by, id, 'credit')
  expect(await readBalance(other)).toBe(4_000)
})

test('counts a rejected deposit as received unless the chain refutes it', async () => {
  const received = { blockNumber: 10, houseIn: [], receivedWei: 0n }
  const decideAndReadRemaining = async (verdict: DepositVerdict) => {
    const account = await newAccount()
    const { id } = await pay(account, 5, '0.03')
    await depositsWhere(verdict).decide(by, id, 'reject')
    return (await accounts.accounts.readRemaining(account, received))
      .remainingWei
  }
  expect(await decideAndReadRemaining(genuine)).toBe(-parseEther('0.03'))
  expect(await decideAndReadRemaining({ kind: 'refuted', place })).toBe(0n)
})

test('refuses to reject a payment in no final block', async () => {
  const account = await newAccount()
  const { id } = await pay(account, 5, '0.03')
  await expect(
    depositsWhere({ kind: 'missing' }).decide(by, id, 'reject'),
  ).rejects.toMatchObject({ code: 'illegal_action' })
  expect(await kept(account)).toMatchObject([{ status: 'pending' }])
})

async function foundBefore() {
  const account = await newAccount()
  await find(account, 10, '0.03')
  await creditUnattributed()
  const [before] = await kept(account)
  assert(before, 'it was found')
  return { account, before, payment: await pay(account, 5, '0.03') }
}

test('logs a credit that ends on the row of an earlier finding', async () => {
  const { account, before, payment } = await foundBefore()
  const decided = await depositsWhere(genuine).decide(by, payment.id, 'credit')
  expect(decided).toMatchObject({ id: before.id, txHash: payment.txHash })
  expect(await readBalance(account)).toBe(4_000)
  const target = `deposit ${before.id}`
  expect(await log.page({ target })).toMatchObject([
    { action: 'credit_deposit', target, before: { id: payment.id } },
  ])
})

test('logs a recheck that ends the row, and returns the remaining one', async () => {
  const { before, payment } = await foundBefore()
  const { id } = before
  const onChain = depositsWhere(genuine, all, async () => {
    await deposits.credit(term, payment, {})
    return [{ id }]
  })
  expect(await onChain.recheck(by, payment.id)).toMatchObject({ id })
  const target = `deposit ${payment.id}`
  expect(await log.page({ target })).toMatchObject([
    { action: 'recheck_deposit', target },
  ])
})

test('logs a recheck that fails', async () => {
  const account = await newAccount()
  const { id } = await pay(account, 5, '0.03')
  const onChain = depositsWhere(genuine, all, async () => {
    throw new Error('The connection is lost.')
  })
  await expect(onChain.recheck(by, id)).rejects.toThrow('lost')
  const target = `deposit ${id}`
  expect(await log.page({ target })).toHaveLength(1)
})

test('finds a deposit by its transaction', async () => {
  const account = await newAccount()
  const { id, txHash } = await pay(account, 7, '0.0101')
  await pay(account, 8, '0.0102')
  const list = createDepositListService({ ...SITE, clock: later, db })
  assert(txHash, 'it was paid by a transaction')
  expect(await list.page({ txHash }, 20)).toMatchObject([{ id }])
})

test('finds transactions of a deposit in a summed-up history', async () => {
  const account = await newAccount()
  await deposits.credit(term, await pay(account, 5, '0.03'), {})
  const other = await pay(account, 6, '0.04')
  await deposits.credit(term, other, {})
  const [credited] = await kept(account)
  assert(credited, 'it was credited')
  const raises = (count: number) =>
    Array.from(
      { length: count },
      () => ({ type: 'raise', gameType: null }) as const,
    )
  const moved = async () =>
    (await depositsWhere(genuine).details(credited.id)).transactions

  await moveCoins(server, account.userId, raises(5_000))
  const deposit = { type: 'deposit', metadata: { depositId: credited.id } }
  expect(await moved()).toMatchObject([deposit])
  const { service: history } = server.modules.history
  await history.sumUpSegments(new AbortController().signal)
  expect(await moved()).toMatchObject([deposit])
  await deposits.reverse(term, credited)
  await moveCoins(server, account.userId, raises(10))
  expect(await moved()).toMatchObject([
    { type: 'reversal', amount: -3_000 },
    deposit,
  ])
})
