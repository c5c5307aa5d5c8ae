import { describe, expect, it } from 'vitest'
import { creditedDeposit, pendingDeposit } from '#testing/page/wallets.ts'
import type { Fate } from './payment-fate.ts'
import { isOverdue, storyOf } from './payment-story.ts'
import {
  depositOf,
  deputyOf,
  hashOf,
  type SentPayment,
} from './sent-payment.ts'

const sent: SentPayment = {
  hash: `0x${'ab'.repeat(32)}`,
  from: `0x${'11'.repeat(20)}`,
  symbol: 'tBNB',
  amountWei: 5n * 10n ** 16n,
  earlier: new Set(),
}
const known = { deposit: undefined, hasHash: true, isBlind: false }

function fateFor(state: Fate['state'], lastedMs = 0): Fate {
  return { state, sinceMs: 0, lastedMs }
}

it('doubts a payment that no node has known for half a minute', () => {
  const early = storyOf({ ...known, fate: fateFor('unknown', 29_000) })
  expect(early.mayBeLost).toBeUndefined()
  const late = storyOf({ ...known, fate: fateFor('unknown', 31_000) })
  expect(late).toMatchObject({ title: 'Not on the network yet' })
  expect(late.mayBeLost).toBe(true)
})

it('reports no payment as lost while the chain is unreadable', () => {
  const fate = fateFor('unknown', 31_000)
  const story = storyOf({ ...known, fate, isBlind: true })
  expect(story.told).toContain('can’t read the chain')
  expect(story.mayBeLost).toBeUndefined()
})

it('gives one that was sped up time to become a deposit', () => {
  const early = storyOf({ ...known, fate: fateFor('replaced') })
  expect(early.mayBeLost).toBeUndefined()
  const late = storyOf({ ...known, fate: fateFor('replaced', 16_000) })
  expect(late.mayBeLost).toBe(true)
})

it('never doubts one that waits or is in a block', () => {
  for (const state of ['waiting', 'mined'] as const) {
    const story = storyOf({ ...known, fate: fateFor(state, 1e9) })
    expect(story.isLost ?? story.mayBeLost).toBeUndefined()
  }
})

it('has one looked up that is in a block for some seconds', () => {
  expect(isOverdue(fateFor('mined', 5_000))).toBe(false)
  expect(isOverdue(fateFor('mined', 7_000))).toBe(true)
  expect(isOverdue(fateFor('waiting', 7_000))).toBe(false)
})

it('is sure that nothing comes of what failed', () => {
  expect(storyOf({ ...known, fate: fateFor('failed') }).isLost).toBe(true)
})

it('calls no payment lost whose hash the wallet did not tell', () => {
  const story = storyOf({ ...known, hasHash: false, fate: undefined })
  expect(story.title).toBe('With your wallet')
  expect(hashOf('safe:0x12')).toBeUndefined()
  expect(hashOf(`0x${'AB'.repeat(32)}`)).toBe(sent.hash)
})

it('believes the house before the chain', () => {
  const told = { ...known, fate: fateFor('replaced', 1e9) }
  const pending = storyOf({ ...told, deposit: pendingDeposit })
  expect(pending.told).toBe(
    '3 of 6 confirmations. The coins come by themselves.',
  )
  expect(storyOf({ ...told, deposit: creditedDeposit })).toMatchObject({
    title: '5,000 coins for you',
    isDone: true,
  })
})

it('promises no coins where the house has doubts', () => {
  const reason = 'It waits for the operator.'
  const deposit = { ...pendingDeposit, confirmations: 6, reason }
  const { told } = storyOf({ ...known, fate: undefined, deposit })
  expect(told).toBe('6 of 6 confirmations. It waits for the operator.')
})

describe('the deposit of a payment', () => {
  const faster = { ...pendingDeposit, txHash: `0x${'cd'.repeat(32)}` }

  it('is known by the hash, also of two alike', () => {
    const twin = { ...pendingDeposit, id: 'a', txHash: null }
    expect(depositOf(sent, [twin, pendingDeposit])).toBe(pendingDeposit)
    expect(depositOf(sent, [faster])).toBeUndefined()
  })

  it('may be a new one of the same amount where it was sped up', () => {
    expect(deputyOf(sent, [faster], [])).toBe(faster)
    const earlier = new Set([faster.id])
    expect(deputyOf({ ...sent, earlier }, [faster], [])).toBeUndefined()
    const other = { ...faster, amount: '0.06' }
    expect(deputyOf(sent, [other], [])).toBeUndefined()
  })

  it('is never that of another payment of this page', () => {
    const first = { ...sent, hash: hashOf(faster.txHash) }
    expect(deputyOf(sent, [faster], [first])).toBeUndefined()
  })
})
