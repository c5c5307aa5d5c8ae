import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import {
  type BlindedStatement,
  leafText,
  RECEIPT_DEPTH_MAX,
  receiptJson,
  receiptRoot,
  receiptRows,
  receiptTree,
  signedText,
} from './receipt.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const ROUND = '01890a5d-ac96-774b-bcce-b302099a8058'
const won: BlindedStatement = {
  player: PLAYER,
  id: ROUND,
  seq: 8,
  timestamp: '2026-11-25T10:00:00.000Z',
  gameType: 'Coin Flip',
  transactions: [
    { type: 'bet', amount: -10, metadata: null },
    { type: 'win', amount: 20, metadata: null },
  ],
  balance: 1_010,
  terms: { nonce: 3 },
  blind: 'ab'.repeat(32),
}

function statements(size: number): BlindedStatement[] {
  return Array.from({ length: size }, (_, at) => ({ ...won, seq: 8 + at }))
}

test('prefixes hashed and signed texts with their kind and version', () => {
  expect(leafText(receiptJson(won))).toBe(
    `receipt:2:{"balance":1010,"blind":"${won.blind}","gameType":"Coin Flip","id":"${ROUND}","player":"${PLAYER}","seq":8,"terms":{"nonce":3},"timestamp":"2026-11-25T10:00:00.000Z","transactions":[{"amount":-10,"metadata":null,"type":"bet"},{"amount":20,"metadata":null,"type":"win"}]}`,
  )
  expect(signedText('ab')).toBe('casino-receipts:2:ab')
})

test('numbers the rows of a statement up to its seq and balance', () => {
  expect(receiptRows(won)).toMatchObject([
    { seq: 7, amount: -10, balanceAfter: 990 },
    { seq: 8, amount: 20, balanceAfter: 1_010 },
  ])
})

describe('the root of a receipt', () => {
  test('is the leaf itself for a single statement', () => {
    const leaf = nobleHashes.sha256(`\u0000${leafText(receiptJson(won))}`)
    expect(receiptTree(nobleHashes, [receiptJson(won)]).root).toBe(leaf)
    expect(receiptRoot(nobleHashes, won, { index: 0, path: [] })).toBe(leaf)
  })

  test('property: is reached from every statement by its own path only', () => {
    const size = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (length, one, other) => {
        const all = statements(length)
        const { path, root } = receiptTree(nobleHashes, all.map(receiptJson))
        const [index, at] = [one % length, other % length]
        const way = { index, path: path(index) }
        const statement = all[at] ?? won
        const found = receiptRoot(nobleHashes, statement, way)
        expect(found === root).toBe(index === at)
      }),
    )
  })

  test('is undefined for a long path or an index out of range', () => {
    const path = Array.from({ length: RECEIPT_DEPTH_MAX + 1 }, () =>
      'ab'.repeat(32),
    )
    const tooLong = receiptRoot(nobleHashes, won, { index: 0, path })
    const outside = receiptRoot(nobleHashes, won, { index: 1, path: [] })
    expect([tooLong, outside]).toEqual([undefined, undefined])
    const longest = { index: 0, path: path.slice(1) }
    expect(receiptRoot(nobleHashes, won, longest)).toBeDefined()
  })
})
