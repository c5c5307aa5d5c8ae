import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isOfRound,
  isOpen,
  publicRecord,
  shownRecord,
  verificationRecord,
} from './verification-record.ts'

const file = new URL('../../docs/verifier/example-record.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const record = verificationRecord.parse(JSON.parse(text))

test('keeps all that the documented example has', () => {
  expect(record).toEqual(JSON.parse(text))
})

test('is of the round of its id alone, in whichever case it is asked for', () => {
  expect(isOfRound(record, record.id.toUpperCase())).toBe(true)
  expect(isOfRound(record, record.gameData.player)).toBe(false)
})

test("takes a game's own fields beside the ones that every game has", () => {
  const gameData = { ...record.gameData, winningLines: [] }
  const parsed = verificationRecord.parse({ ...record, gameData })
  expect(parsed.gameData.winningLines).toEqual([])
})

describe('a record', () => {
  test.each(Object.keys(record))('is none without its %s', (field) => {
    const { error } = verificationRecord.safeParse({
      ...record,
      [field]: undefined,
    })
    expect(error?.issues[0]?.path).toEqual([field])
  })

  const own = Object.keys(record.gameData).filter((name) => name !== 'result')
  test.each(own)('is none without gameData.%s', (field) => {
    const gameData = { ...record.gameData, [field]: undefined }
    const { error } = verificationRecord.safeParse({ ...record, gameData })
    expect(error?.issues[0]?.path).toEqual(['gameData', field])
  })

  test.each([
    ['field more', { extra: 1 }],
    ['nonce in a text', { nonce: '1024' }],
    ['nonce below 0', { nonce: -1 }],
    ['short seed', { serverSeed: 'ab' }],
    ['colon in the client seed', { clientSeed: 'a:b' }],
    ['half coin', { betAmount: 0.5 }],
    ['stake below 0', { betAmount: -1 }],
    ['id that is no UUID', { id: '1' }],
  ])('has no %s', (_name, change) => {
    expect(verificationRecord.safeParse({ ...record, ...change }).success).toBe(
      false,
    )
  })

  test.each([
    ['draw below 0', { draws: [-1] }],
    ['rules version below 0', { rulesVersion: -1 }],
    ['epoch below 0', { epoch: -1 }],
    ['payout below 0', { payout: -1 }],
    ['half a payout', { payout: 0.5 }],
    ['player without a UUID', { player: '1' }],
    ['action that is a text', { actions: ['hit'] }],
    ['path of bytes', { epochPath: [[1, 2]] }],
    ['root in capitals', { epochRoot: 'AB'.repeat(32) }],
    ['short round hash', { expectedHash: 'ab' }],
    ['short hash of the replay', { verifiedHash: 'ab' }],
    ['short commitment', { serverSeedHash: 'ab' }],
    ['bet in a list', { bet: [] }],
    ['weaker in a text', { weaker: 'false' }],
  ])('has no %s', (_name, change) => {
    const gameData = { ...record.gameData, ...change }
    const { success } = verificationRecord.safeParse({ ...record, gameData })
    expect(success).toBe(false)
  })
})

test.each(['serverSeed', 'clientSeed', 'nonce'])(
  'can be shown without its %s',
  (field) => {
    const without = { ...record, [field]: undefined }
    expect(shownRecord.parse(without)).toEqual(without)
    expect(shownRecord.parse(record)).toEqual(record)
  },
)

describe('a round that is not over', () => {
  const { serverSeed: _, clientSeed: __, gameData, ...rest } = record
  const { player, rulesVersion, bet, weaker } = gameData
  const { serverSeedHash, epoch, epochRoot, epochPath } = gameData
  const proof = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
  const open = { ...rest, gameData: { player, rulesVersion, bet, ...proof } }

  test('is told from one that ended', () => {
    expect(isOpen(publicRecord.parse(open))).toBe(true)
    expect(isOpen(publicRecord.parse(record))).toBe(false)
    const unseeded = { ...record, serverSeed: undefined }
    expect(isOpen(publicRecord.parse(unseeded))).toBe(false)
  })

  test('has no record with a seed or a draw in it', () => {
    const seeded = { ...open, serverSeed: record.serverSeed }
    expect(publicRecord.safeParse(seeded).success).toBe(false)
    const drawn = { ...open, gameData: { ...open.gameData, draws: [1] } }
    expect(publicRecord.safeParse(drawn).success).toBe(false)
  })
})
