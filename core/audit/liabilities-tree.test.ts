import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { MAX_COINS } from '../money/coins.ts'
import {
  fillerNode,
  type LiabilityLeaf,
  liabilityNode,
  liabilityRoot,
  nodeHex,
  nodeOfHex,
  type SumNode,
  sumTree,
} from './liabilities-tree.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const leaf: LiabilityLeaf = {
  number: 3,
  player: PLAYER,
  nonce: 'ab'.repeat(32),
  seq: 7,
  balance: 1_000,
  staked: 4,
  log: 'cd'.repeat(32),
}

function buildTree(balances: readonly number[]) {
  const leaves = balances.map((balance, seq) => ({ ...leaf, balance, seq }))
  const nodes = leaves.map((one) => liabilityNode(nobleHashes, one))
  while (nodes.length & (nodes.length - 1)) nodes.push(fillerNode(nobleHashes))
  return { leaves, tree: sumTree(nobleHashes, nodes) }
}

test('a golden tree of three leaves', () => {
  const { tree } = buildTree([1_004, 0, 996])
  expect(nodeHex(liabilityNode(nobleHashes, leaf))).toBe(
    '0309006e2d9bc90e210ce5f0ff484a9fd45f7f5281dcbb868aaddf227ebb671d00000000000003ec',
  )
  expect(tree.root).toEqual({
    hash: '10e4ac2321f276398c45debccd8e4232a84ce998ddec347b5d296dec15278f5e',
    sum: 2_012,
  })
  expect(tree.path(2).map(nodeHex)).toEqual([
    '357ce568fe292cbc75d3f1ca752a22d2923c90349b899bd78facff45d88692450000000000000000',
    'cd3751e1f515b92804275d36cda4582b593a519e594094d364ef710ec79ecbcb00000000000003f4',
  ])
})

test('property: only its own path leads from a leaf to the root', () => {
  const balances = fc.array(fc.nat(), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(balances, fc.nat(), fc.nat(), (all, one, other) => {
      const { leaves, tree } = buildTree(all)
      const index = one % all.length
      const own = leaves[index] ?? leaf
      const path = tree.path(index)
      expect(liabilityRoot(nobleHashes, own, { index, path })).toEqual({
        hash: tree.root.hash,
        sum: all.reduce((sum, balance) => sum + balance + leaf.staked, 0),
      })
      const moved = { index: other % all.length, path }
      const found = liabilityRoot(nobleHashes, own, moved)
      expect(found?.hash === tree.root.hash).toBe(moved.index === index)
    }),
  )
})

test('property: a changed sum of a sibling changes the root, even with the same total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), (moved) => {
      const { leaves, tree } = buildTree([5, 1_000, 70, 900])
      const own = leaves[0] ?? leaf
      const [first, second] = tree.path(0)
      if (!(first && second)) throw new Error('Two siblings')
      const path: SumNode[] = [
        { ...first, sum: first.sum + moved },
        { ...second, sum: second.sum - moved },
      ]
      const found = liabilityRoot(nobleHashes, own, { index: 0, path })
      expect(found?.sum).toBe(tree.root.sum)
      expect(found?.hash).not.toBe(tree.root.hash)
    }),
  )
})

test('rejects invalid sums and those beyond 2^53 - 1', () => {
  const node = (sum: number) => ({ hash: leaf.nonce, sum })
  expect(() => buildTree([-1])).toThrow('whole numbers of coins')
  expect(() => buildTree([0.5])).toThrow('whole numbers of coins')
  const hidden = { ...leaf, balance: 5, staked: -4 }
  const alone = { index: 0, path: [] }
  expect(liabilityRoot(nobleHashes, hidden, alone)).toBeUndefined()
  expect(() => buildTree([MAX_COINS - 4, 1])).toThrow('at most 2^53 - 1')
  expect(() => sumTree(nobleHashes, [node(-1), node(1)])).toThrow('whole coins')
  for (const sum of [-1, 0.5, MAX_COINS, Number.NaN]) {
    const placed = { index: 0, path: [node(sum)] }
    expect(liabilityRoot(nobleHashes, leaf, placed)).toBeUndefined()
  }
})

test('rejects a path of 33 siblings and an index out of range', () => {
  const path = Array(33).fill(fillerNode(nobleHashes))
  const at = (index: number, siblings: SumNode[]) =>
    liabilityRoot(nobleHashes, leaf, { index, path: siblings })
  expect(at(0, path)).toBeUndefined()
  expect(at(0, path.slice(1))).toBeDefined()
  expect(at(1, [])).toBeUndefined()
  expect(at(-1, [])).toBeUndefined()
  expect(() => buildTree([1, 2]).tree.path(2)).toThrow('in range')
})

test.each([0, 3])('rejects a tree of %i leaves', (size) => {
  const nodes = Array(size).fill(fillerNode(nobleHashes))
  expect(() => sumTree(nobleHashes, nodes)).toThrow('power of two')
})

test('encodes a node as 40 bytes and decodes it', () => {
  const node = { hash: leaf.nonce, sum: MAX_COINS }
  expect(nodeHex(node)).toBe(`${leaf.nonce}001fffffffffffff`)
  expect(nodeOfHex(nodeHex(node))).toEqual(node)
})
