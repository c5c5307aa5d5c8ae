import { afterAll, beforeEach, expect, test } from 'vitest'
import { type RpcAnswer, startNode } from '#testing/chain/test-node.ts'
import { makeLogger } from '../../logger.ts'
import type { ChainNode } from './chain-node.ts'
import { type Answer, ChainNodes } from './chain-nodes.ts'

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
/** Which answers when the first one is away. */
let known: ChainNode | undefined

const headOf = (node: ChainNode) => node.head()
const heads = (answers: Answer<bigint>[]) =>
  answers.map(({ answer }) => Number(answer))

beforeEach(async () => {
  nodes = new ChainNodes([first.url, second.url], { log: makeLogger('silent') })
  firstSays = away
  known = await nodes.ask((node) => headOf(node).then(() => node))
})

test('a node that failed a moment ago is not asked', async () => {
  firstSays = at(1)
  expect(heads(await nodes.askReachable(headOf))).toEqual([2])
})

test('a node that is back is asked to confirm what another says', async () => {
  firstSays = at(1)
  expect(heads(await nodes.askReachable(headOf, known))).toEqual([1])
  expect(heads(await nodes.askReachable(headOf))).toEqual([1, 2])
})
