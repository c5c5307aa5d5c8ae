import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isOfRound,
  isOpen,
  publicRecord,
  shownRecord,
  verificationRecord,
} from './round-record.ts'

const file = new URL('../../docs/verifier/example-record.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const record = verificationRecord.parse(JSON.parse(text))
const { serverSeed, clientSeed, gameData, ...rest } = record

test('keeps every field of the documented example', () => {
  expect(record).toEqual(JSON.parse(text))
})

test('matches its id regardless of case', () => {
  expect(isOfRound(record, record.id.toUpperCase())).toBe(true)
  expect(isOfRound(record, gameData.player)).toBe(false)
})

test("accepts a game's own fields in addition to the common ones", () => {
  const own = { ...gameData, winningLines: [] }
  const parsed = verificationRecord.parse({ ...record, gameData: own })
  expect(parsed.gameData.winningLines).toEqual([])
})

test.each([
  ...Object.keys(record).map((field) => [field, undefined] as const),
  ['nonce', -1],
  ['serverSeed', 'ab'],
  ['clientSeed', 'a:b'],
  ['betAmount', 0.5],
] as const)('rejects a record whose %s is %j', (field, value) => {
  const { error } = verificationRecord.safeParse({ ...record, [field]: value })
  expect(error?.issues[0]?.path).toEqual([field])
  expect(verificationRecord.safeParse({ ...record, more: 1 }).success).toBe(
    false,
  )
})

test.each([
  ...Object.keys(gameData)
    .filter((name) => name !== 'result')
    .map((field) => [field, undefined] as const),
  ['draws', [-1]],
  ['payout', 0.5],
  ['actions', ['hit']],
  ['epochPath', [[1, 2]]],
  ['bet', []],
] as const)('rejects data whose %s is %j', (field, value) => {
  const changed = { ...record, gameData: { ...gameData, [field]: value } }
  const { error } = verificationRecord.safeParse(changed)
  const path = error?.issues[0]?.path.slice(0, 2)
  expect(path).toEqual(['gameData', field])
})

test.each(['serverSeed', 'clientSeed', 'nonce'])(
  'can be shown without its %s',
  (field) => {
    const without = { ...record, [field]: undefined }
    expect(shownRecord.parse(without)).toEqual(without)
    expect(shownRecord.parse(record)).toEqual(record)
  },
)

describe('the record of an open round', () => {
  const { player, rulesVersion, bet, weaker } = gameData
  const { serverSeedHash, epoch, epochRoot, epochPath } = gameData
  const proof = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
  const open = { ...rest, gameData: { player, rulesVersion, bet, ...proof } }

  test('distinguishes the record of an open round from that of a finished one', () => {
    expect(isOpen(publicRecord.parse(open))).toBe(true)
    expect(isOpen(publicRecord.parse(record))).toBe(false)
    const unseeded = { ...record, serverSeed: undefined }
    expect(isOpen(publicRecord.parse(unseeded))).toBe(false)
  })

  test('an open round’s record has no seed and no draw', () => {
    for (const seeds of [{ serverSeed }, { clientSeed }]) {
      expect(publicRecord.safeParse({ ...open, ...seeds }).success).toBe(false)
    }
    const drawn = { ...open, gameData: { ...open.gameData, draws: [1] } }
    expect(publicRecord.safeParse(drawn).success).toBe(false)
  })
})
