import { createClient, custom, toHex } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { type Fate, fateOf } from './payment-fate.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const from = `0x${'11'.repeat(20)}` as const
const sent = { hash, from }
const waiting: Fate = { state: 'waiting', nonce: 7, sinceMs: 0, lastedMs: 0 }

afterEach(() => void vi.useRealTimers())

interface Node {
  receipt?: 'success' | 'reverted'
  isKnown?: boolean
  count?: number
}

const receiptOf = (status: Node['receipt']) =>
  status && {
    transactionHash: hash,
    status: status === 'success' ? '0x1' : '0x0',
  }

/** Asks a node that says just this, or a block later than it said that. */
function ask(node: Node, before?: Fate, later: Node = node) {
  let now = node
  const answers: Record<string, () => unknown> = {
    eth_getTransactionReceipt: () => receiptOf(now.receipt) ?? null,
    eth_getTransactionByHash: () => {
      const answer = now.isKnown ? { hash, nonce: '0x7' } : null
      now = later
      return answer
    },
    eth_getTransactionCount: () => toHex(now.count ?? 0),
  }
  const client = createClient({
    transport: custom({
      request: async ({ method }: { method: string }) => answers[method]?.(),
    }),
  })
  return fateOf(client, sent, before)
}

it('tells a payment that is in a block from one that failed there', async () => {
  const mined = await ask({ receipt: 'success', isKnown: true })
  expect(mined.state).toBe('mined')
  const failed = await ask({ receipt: 'reverted', isKnown: true })
  expect(failed.state).toBe('failed')
})

it('remembers the nonce of one that waits', async () => {
  const fate = await ask({ isKnown: true })
  expect(fate).toMatchObject({ state: 'waiting', nonce: 7 })
})

it('knows that another took its place, and that none did yet', async () => {
  expect((await ask({ count: 8 }, waiting)).state).toBe('replaced')
  const unknown = await ask({ count: 7 }, waiting)
  expect(unknown).toMatchObject({ state: 'unknown', nonce: 7 })
})

it('takes no payment for replaced whose block came between the questions', async () => {
  const later = { receipt: 'success', count: 8 } as const
  expect((await ask({}, waiting, later)).state).toBe('mined')
})

it('does not guess at one that it never saw', async () => {
  expect((await ask({ count: 99 })).state).toBe('unknown')
})

it('finds one that was taken for replaced', async () => {
  const replaced = await ask({ count: 8 }, waiting)
  const fate = await ask({ receipt: 'success', count: 8 }, replaced)
  expect(fate).toMatchObject({ state: 'mined', nonce: 7 })
})

it('counts how long the chain has said the same', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  const first = await ask({}, waiting)
  expect(first).toMatchObject({ sinceMs: 1_000, lastedMs: 0 })
  vi.setSystemTime(41_000)
  const second = await ask({}, first)
  expect(second).toMatchObject({ sinceMs: 1_000, lastedMs: 40_000 })
  expect(await ask({ isKnown: true }, second)).toMatchObject({ lastedMs: 0 })
})
