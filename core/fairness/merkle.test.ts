import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex, utf8 } from './hashes.ts'
import { merkleTree, pathSteps, rootFromPath } from './merkle.ts'
import { nobleHashes } from './noble-hashes.ts'

const LEAF = 0
const NODE = 1
const { sha256 } = nobleHashes

/** Inputs and roots that implementations of RFC 6962 test by. */
const rfc6962Texts = [
  '',
  '\x00',
  '\x10',
  ' !',
  '01',
  '@ABC',
  'PQRSTUVW',
  '`abcdefghijklmno',
]
const rfc6962Roots = [
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const

function texts(size: number): string[] {
  return Array.from({ length: size }, (_, index) => `leaf ${index}`)
}

/** A power of two of different texts, and one of their indexes. */
const treeAndLeaf = fc.integer({ min: 0, max: 6 }).chain((depth) =>
  fc.record({
    leaves: fc.constant(texts(2 ** depth)),
    index: fc.integer({ min: 0, max: 2 ** depth - 1 }),
  }),
)

describe('merkleTree', () => {
  test.each(rfc6962Roots)(
    'has the root of RFC 6962 over %i texts',
    (size, root) => {
      const tree = merkleTree(nobleHashes, rfc6962Texts.slice(0, size))
      expect(tree.root).toBe(root)
    },
  )

  test.each([0, 3, 6, 1_023])('rejects %i texts', (size) => {
    expect(() => merkleTree(nobleHashes, texts(size))).toThrow('power of two')
  })

  test('has no path for an index out of range', () => {
    const { path } = merkleTree(nobleHashes, texts(4))
    expect(() => path(4)).toThrow('in range')
    expect(() => path(-1)).toThrow('in range')
  })
})

describe('a path', () => {
  test('property: leads from the leaf to the root', () => {
    fc.assert(
      fc.property(treeAndLeaf, ({ leaves, index }) => {
        const tree = merkleTree(nobleHashes, leaves)
        const path = tree.path(index)
        const text = leaves[index] ?? ''
        const { leaf, steps } = pathSteps(nobleHashes, { text, index }, path)
        expect(leaf).toBe(sha256(Uint8Array.of(LEAF, ...utf8(text))))
        expect(2 ** path.length).toBe(leaves.length)
        expect(steps).toHaveLength(path.length)
        let node = leaf
        for (const [height, { left, right, parent }] of steps.entries()) {
          const pair = [left, right].sort()
          expect(pair).toEqual([node, path[height]].sort())
          const both = fromHex(`${left}${right}`)
          expect(parent).toBe(sha256(Uint8Array.of(NODE, ...both)))
          node = parent
        }
        expect(node).toBe(tree.root)
        expect(rootFromPath(nobleHashes, { text, index }, path)).toBe(node)
      }),
    )
  })

  const SIZE = 16
  const INDEX = 11
  const tree = merkleTree(nobleHashes, texts(SIZE))
  const path = tree.path(INDEX)
  const leaf = { text: `leaf ${INDEX}`, index: INDEX }

  test('yields another root for another text or index', () => {
    const others = Array.from({ length: SIZE }, (_, index) => ({
      ...leaf,
      index,
    }))
    const wrong = others.filter(({ index }) => index !== INDEX)
    for (const one of [...wrong, { ...leaf, text: 'leaf 12' }]) {
      expect(rootFromPath(nobleHashes, one, path)).not.toEqual(tree.root)
    }
  })

  test('yields another root with any bit of any sibling changed', () => {
    expect(path).toHaveLength(4)
    for (const [height, sibling] of path.entries()) {
      for (let bit = 0; bit < 256; bit += 7) {
        const flipped = fromHex(sibling)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const changed = path.with(height, toHex(flipped))
        expect(rootFromPath(nobleHashes, leaf, changed)).not.toEqual(tree.root)
      }
    }
  })

  test.each([
    ['in another order', path.toReversed()],
    ['one less at the leaf', path.slice(1)],
    ['one less at the root', path.slice(0, -1)],
    ['one more', [...path, '00'.repeat(32)]],
  ])('yields another root with siblings %s', (_what, wrong) => {
    expect(rootFromPath(nobleHashes, leaf, wrong)).not.toEqual(tree.root)
  })
})
