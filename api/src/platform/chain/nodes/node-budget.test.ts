import { beforeEach, expect, test, vi } from 'vitest'
import { createNodeBudget, type NodeBudget } from './node-budget.ts'
import { RateLimited } from './rpc-failure.ts'

const WAIT_MS = 60_000
const LATENCY_MS = 20

let answered = 0
let refused = 0
let limits: number[] = []
let budget: NodeBudget

beforeEach(() => {
  vi.useFakeTimers()
  answered = 0
  refused = 0
  limits = []
  budget = createNodeBudget((perSecond) => limits.push(perSecond))
  return () => vi.useRealTimers()
})

/** A node with a limit of requests per second. */
function getNode(perSecond: number) {
  const answeredInSecond = new Map<number, number>()
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS))
    const second = Math.floor(performance.now() / 1_000)
    const before = answeredInSecond.get(second) ?? 0
    if (before >= perSecond) {
      refused += 1
      throw new RateLimited()
    }
    answeredInSecond.set(second, before + 1)
    answered += 1
  }
}

/** Twenty clients that send one request after the other for some seconds. */
async function sendRequests(seconds: number, request: () => Promise<void>) {
  const untilMs = performance.now() + seconds * 1_000
  for (let client = 0; client < 20; client += 1) {
    void (async () => {
      while (performance.now() < untilMs) {
        await budget.spend(request, WAIT_MS).catch(() => undefined)
      }
    })()
  }
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
}

test('never waits for a node that refuses nothing', async () => {
  await sendRequests(1, getNode(Number.POSITIVE_INFINITY))
  expect(answered).toBeGreaterThan(900)
  expect(budget.limitPerSecond).toBeUndefined()
})

test.each([5, 10, 33])(
  'learns that a node takes %s requests a second',
  async (perSecond) => {
    const request = getNode(perSecond)
    await sendRequests(10, request)
    answered = 0
    refused = 0
    await sendRequests(60, request)
    expect(answered / 60 / perSecond).toBeGreaterThan(0.7)
    expect(refused).toBeLessThan(60)
    expect(limits.at(-1)).toBeGreaterThan(perSecond * 0.6)
    expect(limits.at(-1)).toBeLessThan(perSecond * 1.6)
  },
)

test('fails at once when the wait would be too long', async () => {
  const refuse = () => Promise.reject(new RateLimited({ retryAfterMs: 30_000 }))
  await expect(budget.spend(refuse, 5_000)).rejects.toThrow(RateLimited)
  const request = vi.fn(async () => undefined)
  await expect(budget.spend(request, 5_000)).rejects.toThrow(RateLimited)
  expect(request).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  await budget.spend(request, 5_000)
  expect(request).toHaveBeenCalledOnce()
})
