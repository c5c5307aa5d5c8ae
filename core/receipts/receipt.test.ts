import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import {
  RECEIPT_DEPTH_MAX,
  type ReceiptStatement,
  receiptRoot,
  receiptRows,
  receiptText,
  receiptTree,
  signedText,
} from './receipt.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const ROUND = '01890a5d-ac96-774b-bcce-b302099a8058'
const won: ReceiptStatement = {
  player: PLAYER,
  id: ROUND,
  seq: 8,
  amounts: [-10, 20],
  balance: 1_010,
}

function statements(size: number): ReceiptStatement[] {
  return Array.from({ length: size }, (_, at) => ({ ...won, seq: 8 + at }))
}

test('a statement and what is signed have their kind and version in front', () => {
  expect(receiptText(won)).toBe(`receipt:1:${PLAYER}:${ROUND}:8:-10,20:1010`)
  expect(signedText('ab')).toBe('casino-receipts:1:ab')
})

test('the rows of a statement end at its seq and its balance', () => {
  expect(receiptRows(won)).toEqual([
    { seq: 7, amount: -10, balanceAfter: 990 },
    { seq: 8, amount: 20, balanceAfter: 1_010 },
  ])
})

describe('the root of a receipt', () => {
  test('is the leaf itself where one statement was signed alone', () => {
    const leaf = nobleHashes.sha256(`\u0000${receiptText(won)}`)
    expect(receiptTree(nobleHashes, [won]).root).toBe(leaf)
    expect(receiptRoot(nobleHashes, won, { index: 0, path: [] })).toBe(leaf)
  })

  test('property: every statement leads there by its own path, and no other does', () => {
    const size = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (length, one, other) => {
        const all = statements(length)
        const { path, root } = receiptTree(nobleHashes, all)
        const [index, at] = [one % length, other % length]
        const way = { index, path: path(index) }
        const statement = all[at] ?? won
        const found = receiptRoot(nobleHashes, statement, way)
        expect(found === root).toBe(index === at)
      }),
    )
  })

  test('is not found by a path that is too long, or an index outside', () => {
    const path = Array.from({ length: RECEIPT_DEPTH_MAX + 1 }, () =>
      'ab'.repeat(32),
    )
    const tooLong = receiptRoot(nobleHashes, won, { index: 0, path })
    const outside = receiptRoot(nobleHashes, won, { index: 1, path: [] })
    expect([tooLong, outside]).toEqual([undefined, undefined])
  })
})
