import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { isProven } from '../fairness/verified-round.ts'
import { verificationRecord } from './verification-record.ts'
import { verifiedRecord } from './verified-record.ts'

const file = new URL('../../docs/verifier/example-record.json', import.meta.url)
const honest = verificationRecord.parse(JSON.parse(readFileSync(file, 'utf8')))

function verdictOf(change: object, dataChange: object = {}) {
  const gameData = { ...honest.gameData, ...dataChange }
  const record = verificationRecord.parse({ ...honest, ...change, gameData })
  return verifiedRecord(nobleHashes, record)
}

test('an honest record is proven and shows what was replayed', () => {
  const verdict = verdictOf({})
  expect(isProven(verdict)).toBe(true)
  expect(verdict.isAsShown).toBe(true)
  expect(verdict.failure).toBeUndefined()
  expect(verdict.round).toMatchObject({ outcome: honest.gameData.outcome })
})

describe('a record of an honest round that shows something else', () => {
  test.each([
    ['stake', { betAmount: 2 }, {}],
    ['words', { outcome: 'Lost' }, {}],
    ['outcome', {}, { outcome: { payout: 3, result: 'tails' } }],
    [
      'outcome with more in it',
      {},
      { outcome: { payout: 2, result: 'tails', bonus: 1 } },
    ],
    ['payout', {}, { payout: 3 }],
    ['result', {}, { result: 'heads' }],
    ['missing result', {}, { result: undefined }],
    ['draws', {}, { draws: honest.gameData.draws.toReversed() }],
    ['fewer draws', {}, { draws: honest.gameData.draws.slice(1) }],
    ['epoch', {}, { epoch: 0 }],
  ])('is told: %s', (_name, change, dataChange) => {
    const verdict = verdictOf(change, dataChange)
    expect(isProven(verdict)).toBe(true)
    expect(verdict.isAsShown).toBe(false)
  })
})

describe('a record of another round', () => {
  test.each([
    ['gameType', { gameType: 'Slot Machine' }, {}],
    ['nonce', { nonce: 1_025 }, {}],
    ['client seed', { clientSeed: 'b' }, {}],
    ['server seed', { serverSeed: 'ab'.repeat(32) }, {}],
    ['bet', {}, { bet: { betAmount: 1, choice: 'heads' } }],
    ['rules', {}, { rulesVersion: 2 }],
    ['player', {}, { player: honest.id }],
    ['hash', {}, { expectedHash: 'ab'.repeat(32) }],
  ])('is not proven: %s', (_name, change, dataChange) => {
    expect(isProven(verdictOf(change, dataChange))).toBe(false)
  })

  test('gets nothing from what the server says it verified', () => {
    const { expectedHash } = honest.gameData
    const other = { verifiedHash: 'ab'.repeat(32) }
    expect(verdictOf({}, other).verifiedHash).toBe(expectedHash)
  })

  test('shows nothing that could be compared when its rules are unknown', () => {
    const verdict = verdictOf({}, { rulesVersion: 2 })
    expect(verdict.isAsShown).toBe(false)
    expect(verdict.round).toBeUndefined()
  })

  test('takes seeds and game from their own place only', () => {
    const hidden = {
      serverSeed: 'ab'.repeat(32),
      nonce: 7,
      gameType: 'No Such Game',
    }
    expect(isProven(verdictOf({}, hidden))).toBe(true)
  })
})
