import { describe, expect, test } from 'vitest'
import { creditedDeposit, pendingDeposit } from '#testing/page/wallets.ts'
import { isOverdue, paymentStatusView } from './payment-status.ts'
import type { TxStatus } from './tx-status.ts'
import {
  findDeposit,
  findReplacement,
  parseHash,
  type SentPayment,
} from './use-payments.ts'

const sent: SentPayment = {
  hash: `0x${'ab'.repeat(32)}`,
  from: `0x${'11'.repeat(20)}`,
  symbol: 'tBNB',
  amountWei: 5n * 10n ** 16n,
  earlier: new Set(),
}
const known = { deposit: undefined, hasHash: true, isUnreadable: false }

function getStatus(state: TxStatus['state'], lastedMs = 0): TxStatus {
  return { state, sinceMs: 0, lastedMs }
}

test('reports a payment as maybe lost when unknown for half a minute', () => {
  const early = paymentStatusView({
    ...known,
    status: getStatus('unknown', 29_000),
  })
  expect(early.mayBeLost).toBeUndefined()
  const late = paymentStatusView({
    ...known,
    status: getStatus('unknown', 31_000),
  })
  expect(late).toMatchObject({ title: 'Not on the network yet' })
  expect(late.mayBeLost).toBe(true)
})

test('reports no payment as lost while the chain is unreadable', () => {
  const status = getStatus('unknown', 31_000)
  const view = paymentStatusView({ ...known, status, isUnreadable: true })
  expect(view.text).toContain('can’t read the chain')
  expect(view.mayBeLost).toBeUndefined()
})

test('waits for a replacement to become a deposit', () => {
  const early = paymentStatusView({ ...known, status: getStatus('replaced') })
  expect(early.mayBeLost).toBeUndefined()
  const late = paymentStatusView({
    ...known,
    status: getStatus('replaced', 16_000),
  })
  expect(late.mayBeLost).toBe(true)
})

test('never reports a waiting or mined payment as lost', () => {
  for (const state of ['waiting', 'mined'] as const) {
    const view = paymentStatusView({ ...known, status: getStatus(state, 1e9) })
    expect(view.isLost ?? view.mayBeLost).toBeUndefined()
  }
})

test('is overdue some seconds after it was mined', () => {
  expect(isOverdue(getStatus('mined', 5_000))).toBe(false)
  expect(isOverdue(getStatus('mined', 7_000))).toBe(true)
  expect(isOverdue(getStatus('waiting', 7_000))).toBe(false)
})

test('reports a failed payment as lost', () => {
  expect(
    paymentStatusView({ ...known, status: getStatus('failed') }).isLost,
  ).toBe(true)
})

test('reports no payment as lost without a hash', () => {
  const view = paymentStatusView({
    ...known,
    hasHash: false,
    status: undefined,
  })
  expect(view.title).toBe('Check your wallet')
  expect(parseHash('safe:0x12')).toBeUndefined()
  expect(parseHash(`0x${'AB'.repeat(32)}`)).toBe(sent.hash)
})

test('prefers the deposit to the chain', () => {
  const replaced = { ...known, status: getStatus('replaced', 1e9) }
  const pending = paymentStatusView({ ...replaced, deposit: pendingDeposit })
  expect(pending.text).toBe(
    '3 of 6 confirmations. Your coins will arrive automatically.',
  )
  expect(
    paymentStatusView({ ...replaced, deposit: creditedDeposit }),
  ).toMatchObject({
    title: '5,000 coins for you',
    isDone: true,
  })
})

test('shows the reason of a deposit that waits', () => {
  const reason = 'It waits for the operator.'
  const deposit = { ...pendingDeposit, confirmations: 6, reason }
  const { text } = paymentStatusView({ ...known, status: undefined, deposit })
  expect(text).toBe('6 of 6 confirmations. It waits for the operator.')
})

describe('the deposit of a payment', () => {
  const faster = { ...pendingDeposit, txHash: `0x${'cd'.repeat(32)}` }

  test('is found by its hash among deposits of the same amount', () => {
    const twin = { ...pendingDeposit, id: 'a', txHash: null }
    expect(findDeposit(sent, [twin, pendingDeposit])).toBe(pendingDeposit)
    expect(findDeposit(sent, [faster])).toBeUndefined()
  })

  test('may be a later one of the same amount', () => {
    expect(findReplacement(sent, [faster], [])).toBe(faster)
    const earlier = new Set([faster.id])
    expect(findReplacement({ ...sent, earlier }, [faster], [])).toBeUndefined()
    const other = { ...faster, amount: '0.06' }
    expect(findReplacement(sent, [other], [])).toBeUndefined()
  })

  test('is never the deposit of another payment of this page', () => {
    const first = { ...sent, hash: parseHash(faster.txHash) }
    expect(findReplacement(sent, [faster], [first])).toBeUndefined()
  })
})
