import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnchorLeaf,
  anchorLeafText,
  anchorRootFromPath,
  anchorTree,
} from './anchor-tree.ts'
import { merkleTree } from './merkle.ts'
import { nobleHashes } from './noble-hashes.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const HASH = 'ab'.repeat(32)
const epoch: AnchorLeaf = {
  kind: 'epoch',
  player: PLAYER,
  number: 3,
  hash: HASH,
}
const races: AnchorLeaf = { kind: 'races', number: 3, hash: HASH }
const season: AnchorLeaf = { kind: 'season', number: 3, hash: HASH }
const day: AnchorLeaf = { kind: 'day', number: 3, hash: HASH }
const key: AnchorLeaf = { kind: 'receipt_key', number: 3, hash: HASH }

function leaves(size: number): AnchorLeaf[] {
  return Array.from({ length: size }, (_, number) => ({ ...epoch, number }))
}

describe('anchorLeafText', () => {
  test('separates the kinds of leaves', () => {
    expect([epoch, races, season, day, key].map(anchorLeafText)).toEqual([
      `epoch:${PLAYER}:3:${HASH}`,
      `races:3:${HASH}`,
      `season:3:${HASH}`,
      `day:3:${HASH}`,
      `receipt_key:3:${HASH}`,
    ])
  })
})

describe('anchorTree', () => {
  test('pads to a power of two of leaves', () => {
    const texts = [epoch, races, season].map(anchorLeafText)
    expect(anchorTree(nobleHashes, [epoch, races, season]).root).toBe(
      merkleTree(nobleHashes, [...texts, 'nothing']).root,
    )
  })

  test('rejects an empty list', () => {
    expect(() => anchorTree(nobleHashes, [])).toThrow('a tree has leaves')
  })

  test('rejects more than 2^20 leaves', () => {
    const leaves = Array.from<AnchorLeaf>({ length: 2 ** 20 + 1 })
    expect(() => anchorTree(nobleHashes, leaves)).toThrow('20 siblings at most')
  })
})

describe('anchorRootFromPath', () => {
  test('property: only its own path leads from a leaf to the root', () => {
    const size = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (length, one, other) => {
        const all = leaves(length)
        const { path, root } = anchorTree(nobleHashes, all)
        const index = one % length
        const leaf = all[index] ?? epoch
        const placed = { index, path: path(index) }
        expect(anchorRootFromPath(nobleHashes, leaf, placed)).toBe(root)
        const moved = { ...placed, index: other % length }
        const isSame = moved.index === index
        const found = anchorRootFromPath(nobleHashes, leaf, moved)
        expect(found === root).toBe(isSame)
      }),
    )
  })

  test('rejects a path of 21 siblings and an index out of range', () => {
    const long = Array.from({ length: 21 }, () => HASH)
    const at = (index: number, path: string[]) =>
      anchorRootFromPath(nobleHashes, epoch, { index, path })
    expect(at(0, long)).toBeUndefined()
    expect(at(0, long.slice(1))).toBeDefined()
    expect(at(2, [HASH])).toBeUndefined()
    expect(at(0, [])).toBeDefined()
  })
})
