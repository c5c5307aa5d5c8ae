import { createClient, custom, toHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { readTxStatus, type TxStatus } from './tx-status.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const from = `0x${'11'.repeat(20)}` as const
const sent = { hash, from }
const waiting: TxStatus = {
  state: 'waiting',
  nonce: 7,
  sinceMs: 0,
  lastedMs: 0,
}

afterEach(() => void vi.useRealTimers())

type Node = {
  receipt?: 'success' | 'reverted'
  isKnown?: boolean
  count?: number
}

const getReceipt = (status: Node['receipt']) =>
  status && {
    transactionHash: hash,
    status: status === 'success' ? '0x1' : '0x0',
  }

/** Reads from a node in this state, which changes to `later` between two reads. */
function readStatus(node: Node, before?: TxStatus, later: Node = node) {
  let now = node
  const answers: Record<string, () => unknown> = {
    eth_getTransactionReceipt: () => getReceipt(now.receipt) ?? null,
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
  return readTxStatus(client, sent, before)
}

test('distinguishes a mined payment from one that failed', async () => {
  const mined = await readStatus({ receipt: 'success', isKnown: true })
  expect(mined.state).toBe('mined')
  const failed = await readStatus({ receipt: 'reverted', isKnown: true })
  expect(failed.state).toBe('failed')
})

test('returns the nonce of a waiting payment', async () => {
  const status = await readStatus({ isKnown: true })
  expect(status).toMatchObject({ state: 'waiting', nonce: 7 })
})

test('recognises a replacement by the used nonce', async () => {
  expect((await readStatus({ count: 8 }, waiting)).state).toBe('replaced')
  const unknown = await readStatus({ count: 7 }, waiting)
  expect(unknown).toMatchObject({ state: 'unknown', nonce: 7 })
})

test('does not report a payment as replaced that was mined between two reads', async () => {
  const later = { receipt: 'success', count: 8 } as const
  expect((await readStatus({}, waiting, later)).state).toBe('mined')
})

test('reports a payment that was never seen as unknown', async () => {
  expect((await readStatus({ count: 99 })).state).toBe('unknown')
})

test('corrects a payment that was reported as replaced', async () => {
  const replaced = await readStatus({ count: 8 }, waiting)
  const status = await readStatus({ receipt: 'success', count: 8 }, replaced)
  expect(status).toMatchObject({ state: 'mined', nonce: 7 })
})

test('measures how long a state has lasted', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  const first = await readStatus({}, waiting)
  expect(first).toMatchObject({ sinceMs: 1_000, lastedMs: 0 })
  vi.setSystemTime(41_000)
  const second = await readStatus({}, first)
  expect(second).toMatchObject({ sinceMs: 1_000, lastedMs: 40_000 })
  expect(await readStatus({ isKnown: true }, second)).toMatchObject({
    lastedMs: 0,
  })
})
