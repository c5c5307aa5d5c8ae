import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  EPOCH_SIZE,
  epochRootFromPath,
  epochSteps,
  epochTree,
  getEpoch,
  getFirstNonce,
} from './epoch.ts'
import { nobleHashes } from './noble-hashes.ts'

const player = '01890a5d-ac96-774b-bcce-b302099a8057'
const epoch = 3
const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
  createHash('sha256').update(`seed ${index}`).digest('hex'),
)
const tree = epochTree(nobleHashes, { player, epoch }, commitments)
const root = tree.root

test.each([
  [0, 0],
  [1_023, 0],
  [1_024, 1],
  [Number.MAX_SAFE_INTEGER, 2 ** 43 - 1],
])('round %i is in epoch %i', (nonce, isIn) => {
  expect(getEpoch(nonce)).toBe(isIn)
  expect(getFirstNonce(isIn)).toBe(isIn * 1_024)
})

describe('epochTree', () => {
  test.each([0, 1_023, 1_025])('rejects %i commitments', (count) => {
    const some = Array(count).fill('00'.repeat(32))
    const tree = () => epochTree(nobleHashes, { player, epoch }, some)
    expect(tree).toThrow('1024')
  })
})

describe('epochRootFromPath', () => {
  test.each([0, 1, 511, 512, 1_023])(
    'leads from the commitment at %i to the root',
    (index) => {
      const nonce = getFirstNonce(epoch) + index
      const leaf = { player, nonce, commitment: commitments[index] ?? '' }
      const path = tree.path(index)
      expect(path).toHaveLength(10)
      expect(epochRootFromPath(nobleHashes, leaf, path)).toBe(root)
    },
  )

  test('yields another root for the same index of another epoch', () => {
    const nonce = getFirstNonce(epoch + 1)
    const leaf = { player, nonce, commitment: commitments[0] ?? '' }
    const path = tree.path(0)
    expect(epochRootFromPath(nobleHashes, leaf, path)).not.toBe(root)
  })

  test('rejects a second commitment to a nonce one level deeper', () => {
    const commitment = '77'.repeat(32)
    const siblings = Array(11).fill('00'.repeat(32))
    const leaf = { player, nonce: 0, commitment }
    expect(epochRootFromPath(nobleHashes, leaf, siblings)).toBeUndefined()
    const short = siblings.slice(0, 9)
    expect(epochRootFromPath(nobleHashes, leaf, short)).toBeUndefined()
    const right = siblings.slice(0, 10)
    expect(epochRootFromPath(nobleHashes, leaf, right)).toBeDefined()
  })
})

test('epochSteps start at the text of the leaf and end at the root', () => {
  const nonce = getFirstNonce(epoch) + 7
  const commitment = commitments[7] ?? ''
  const leaf = { player, nonce, commitment }
  const { text, steps } = epochSteps(nobleHashes, leaf, tree.path(7))
  expect(text).toBe(`${player}:3:3079:${commitment}`)
  expect(steps).toHaveLength(10)
  expect(steps.at(-1)?.parent).toBe(root)
})
