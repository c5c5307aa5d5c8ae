import { afterAll, beforeEach, expect, test } from 'vitest'
import { HEADER_NOT_FOUND } from '#testing/chain/faulty-node.ts'
import {
  type RpcAnswer,
  type RpcReply,
  startNode,
} from '#testing/chain/test-node.ts'
import { makeLogger } from '../../logger.ts'
import type { ChainNode } from './chain-node.ts'
import {
  type Answer,
  type ChainNodes,
  createChainNodes,
} from './chain-nodes.ts'
import { isUnanswered, RateLimited } from './rpc-failure.ts'

const at = (head: number): RpcAnswer => {
  return () => ({ result: `0x${head.toString(16)}` })
}
const away: RpcAnswer = () => ({ status: 0 })

let firstSays = at(1)
const first = await startNode((request) => firstSays(request))
const second = await startNode(at(2))
afterAll(() => {
  first.close()
  second.close()
})

let nodes: ChainNodes
let known: ChainNode | undefined

const readHead = (node: ChainNode) => node.head()
const heads = (answers: Answer<bigint>[]) =>
  answers.map(({ answer }) => Number(answer))

beforeEach(async () => {
  nodes = createChainNodes([first.url, second.url], {
    log: makeLogger('silent'),
  })
  firstSays = away
  known = await nodes.query((node) => readHead(node).then(() => node))
})

test('does not ask a node that has just failed', async () => {
  firstSays = at(1)
  expect(heads(await nodes.queryReachable(readHead))).toEqual([2])
})

test('asks a node that is back to confirm another one’s answer', async () => {
  firstSays = at(1)
  expect(heads(await nodes.queryReachable(readHead, known))).toEqual([1])
  expect(heads(await nodes.queryReachable(readHead))).toEqual([1, 2])
})

const json = { 'Content-Type': 'application/json' }
const error = (code: number, message: string) => ({ error: { code, message } })

test.each<[string, RpcReply]>([
  ['429 without a body', { status: 429 }],
  ['429 and a page', { status: 429, body: '<h1>Slow down</h1>' }],
  ['429 and half a body', { status: 429, body: '{"err', headers: json }],
  [
    '429 and an error',
    { status: 429, body: JSON.stringify(error(-1, 'no')), headers: json },
  ],
  ['-32005', error(-32_005, 'limit exceeded')],
  ['-32007', error(-32_007, '15/second request limit reached')],
  ['-32090', error(-32_090, 'Too many requests')],
  ['its words', error(-32_000, 'project ID request rate exceeded')],
])('detects a rate limit: %s', async (_name, reply) => {
  let refusals = 0
  firstSays = () => (refusals++ === 0 ? reply : { result: '0x3' })
  const one = createChainNodes([first.url], { log: makeLogger('silent') })
  const answer = one.query(async (node) => [
    await node.head(),
    node.budget.limitPerSecond,
  ])
  expect(await answer).toEqual([3n, 1])
})

test.each([
  ['eth_getLogs', error(-32_005, 'limit exceeded')],
  ['eth_getLogs', error(-32_614, 'eth_getLogs is limited to a 5 range')],
  ['eth_call', error(3, 'execution reverted: rate limit')],
] as const)(
  'takes no other refusal of %s for one: %j',
  async (method, reply) => {
    firstSays = () => reply
    const one = createChainNodes([first.url], { log: makeLogger('silent') })
    const answer = one.query(({ client }) =>
      client.request<{ Method: string; Parameters: []; ReturnType: unknown }>({
        method,
        params: [],
      }),
    )
    const failure = await answer.catch((thrown: unknown) => thrown)
    expect([isUnanswered(failure), String(failure)]).toEqual([
      false,
      expect.stringContaining(reply.error.message),
    ])
  },
)

test('repeats a read once if the node does not have its block', async () => {
  const replies: RpcReply[] = [
    HEADER_NOT_FOUND,
    { result: '0x3' },
    HEADER_NOT_FOUND,
    HEADER_NOT_FOUND,
  ]
  firstSays = () => replies.shift() ?? { result: '0x4' }
  const one = createChainNodes([first.url], { log: makeLogger('silent') })
  expect(await one.query(readHead)).toBe(3n)
  await expect(one.query(readHead)).rejects.toThrow('header not found')
  expect(replies).toEqual([])
})

test('asks another node until the Retry-After of the first has passed', async () => {
  firstSays = () => ({ status: 429, headers: { 'Retry-After': '60' } })
  const requests: unknown[] = []
  const both = createChainNodes([first.url, second.url], {
    log: makeLogger('silent'),
    onRequest: (...request) => requests.push(request),
  })
  expect(await both.query(readHead)).toBe(2n)
  firstSays = at(1)
  expect(await both.query(readHead)).toBe(2n)
  const method = 'eth_blockNumber'
  expect(requests).toEqual([
    [1, method],
    [2, method],
    [2, method],
  ])
  const { budgets } = both
  const visitors = createChainNodes(
    [first.url, second.url],
    { log: makeLogger('silent') },
    { budgets, limits: { waitMaxMs: 100 } },
  )
  await expect(visitors.queryEach(readHead)).rejects.toThrow(RateLimited)
})
