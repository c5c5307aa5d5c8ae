import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { raceBetRecord, raceRecord } from './race-record.ts'
import { verifiedRaceRecord } from './verified-race-record.ts'
import { recordFailure } from './verified-record.ts'

const recordIn = (name: string): unknown => {
  const file = new URL(`../../docs/verifier/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
const race = raceRecord.parse(recordIn('example-race-record.json'))
const bet = raceBetRecord.parse(recordIn('example-race-bet-record.json'))

function failureOf(change: object, dataChange: object = {}) {
  const gameData = { ...bet.gameData, ...dataChange }
  return recordFailure(nobleHashes, { ...bet, ...change, gameData })
}

describe('an honest record', () => {
  test.each([
    ['a race', race],
    ['a bet on a race', bet],
  ])('of %s passes every check, and shows what was replayed', (_of, record) => {
    const verdict = verifiedRaceRecord(nobleHashes, record)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.isAsShown).toBe(true)
    expect(Object.values(verdict.checks)).toEqual([true, true, true, true])
    expect(verdict.verifiedHash).toBe(record.gameData.expectedHash)
    expect(verdict.settled?.outcome).toEqual(record.gameData.outcome)
    expect(recordFailure(nobleHashes, record)).toBeUndefined()
  })

  test('gets nothing from what the server says it verified', () => {
    expect(failureOf({}, { verifiedHash: 'ab'.repeat(32) })).toBeUndefined()
  })

  test('takes seeds and number from their own place only', () => {
    const hidden = { serverSeed: 'ab'.repeat(32), nonce: 7, number: 7 }
    expect(failureOf({}, hidden)).toBeUndefined()
  })

  test('of a bet is checked by the same race as that of the race', () => {
    const { payout: _, ...outcome } = bet.gameData.outcome
    expect(outcome).toEqual(race.gameData.outcome)
    expect(bet.serverSeed).toBe(race.serverSeed)
  })
})

describe('a record that says of itself to be of a race', () => {
  test.each([
    ['another game', { gameType: 'Coin Flip' }],
    ['no seed', { serverSeed: undefined }],
    ['a member too many', { player: bet.id }],
    ['the data of a round', { gameData: { player: bet.id } }],
  ])('is malformed with %s', (_with, change) => {
    expect(recordFailure(nobleHashes, { ...bet, ...change })).toBe('malformed')
  })

  test('is not taken for that of the race where a bet lacks its stake', () => {
    const { betAmount: _, ...unstaked } = bet
    expect(recordFailure(nobleHashes, unstaked)).toBe('outcome')
  })

  test('can not be taken for that of another race by its number', () => {
    expect(failureOf({ nonce: bet.nonce + 1 })).toBe('chain')
  })

  test('can not hide that the operator makes the blocks of its salt', () => {
    const saltBlock = { ...bet.gameData.saltBlock, chainId: 31_337 }
    expect(failureOf({}, { saltBlock })).toBe('hash')
    expect(failureOf({}, { weaker: true })).toBe('shown')
  })
})
