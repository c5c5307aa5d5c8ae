import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type RpcReply, startNode } from '#testing/chain/test-node.ts'
import { createChainNode } from '../../api/src/platform/chain/nodes/chain-node.ts'
import { isLogsRejection } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import { createLogRange, type LogRange } from './log-range.ts'

afterEach(() => void vi.useRealTimers())

/** Queries a node with a limit of blocks until its range is known. */
function learn(range: LogRange, most: number): number {
  let requests = 0
  for (let same = 0; same < 3 && range.blocks > 0; requests += 1) {
    const { blocks } = range
    if (blocks <= most) range.answered(blocks)
    else range.refused(blocks)
    same = range.blocks === blocks && blocks <= most ? same + 1 : 0
  }
  return requests
}

test.each([0, 1, 5, 10, 100, 499, 500])(
  'finds the largest range of a node that takes %i blocks',
  (most) => {
    const range = createLogRange()
    expect(learn(range, most)).toBeLessThan(30)
    expect(range.blocks).toBe(most)
  },
)

test('keeps the range after a single failure', () => {
  const range = createLogRange()
  range.refused(500)
  range.answered(500)
  range.refused(500)
  expect(range.blocks).toBe(500)
  range.refused(500)
  expect(range.blocks).toBeLessThan(500)
})

test('follows a node that lowers its limit', () => {
  const range = createLogRange()
  learn(range, 100)
  learn(range, 5)
  expect(range.blocks).toBe(5)
})

test('raises the range after half an hour without a refusal', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const range = createLogRange()
  learn(range, 0)
  vi.advanceTimersByTime(29 * 60_000)
  expect(range.blocks).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(range.blocks).toBe(500)
})

test.each<[RpcReply, boolean]>([
  [{ error: { code: -32_614, message: 'limited to a 5 range' } }, true],
  [{ error: { code: -32_005, message: 'limit exceeded' } }, true],
  [
    { status: 400, body: '{"error":{"message":"up to a 10 block range"}}' },
    true,
  ],
  [{ status: 413 }, true],
  [{ status: 503 }, false],
  [{ status: 0 }, false],
])(
  'takes an answer, and no failure, for a refusal of logs: %j',
  async (reply, is) => {
    const node = await startNode(() => reply)
    onTestFinished(() => node.close())
    const { client } = createChainNode(node.url, 1)
    const failure = await client.getLogs().catch((error: unknown) => error)
    expect(isLogsRejection(failure)).toBe(is)
  },
)
