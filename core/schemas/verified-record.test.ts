import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { raceHistoryAnswer } from '../api/races.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { isProven } from '../fairness/verified-round.ts'
import { raceBetRecord, raceRecord } from './race-record.ts'
import { verificationRecord } from './verification-record.ts'
import { verifiedRaceRecord } from './verified-race-record.ts'
import { recordFailure, verifiedRecord } from './verified-record.ts'

const OTHER_HEX = 'ab'.repeat(32)
const exampleOf = (name: string): unknown => {
  const path = `../../docs/verifier/example-${name}.json`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
const honest = verificationRecord.parse(exampleOf('record'))
const race = raceRecord.parse(exampleOf('race-record'))
const bet = raceBetRecord.parse(exampleOf('race-bet-record'))

describe('the record of a round', () => {
  function verdictOf(change: object) {
    const gameData = { ...honest.gameData, ...change }
    const record = verificationRecord.parse({ ...honest, gameData })
    return verifiedRecord(nobleHashes, record)
  }

  test('is proven and matches the replay', () => {
    const verdict = verdictOf({})
    expect(isProven(verdict)).toBe(true)
    expect(verdict.isAsShown).toBe(true)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.round).toMatchObject({ outcome: honest.gameData.outcome })
  })

  // Golden and example records with one part changed fail every other check.
  test.each([
    ['outcome', { outcome: { payout: 2, result: 'tails', bonus: 1 } }],
    ['draws', { draws: honest.gameData.draws.toReversed() }],
    ['draws', { draws: honest.gameData.draws.slice(1) }],
    ['shown', { result: 'heads' }],
    ['shown', { payout: 3 }],
    ['epoch', { epoch: 0 }],
  ])('fails the check of its %s with %o', (failure, changes) => {
    const verdict = verdictOf(changes)
    expect(isProven(verdict)).toBe(true)
    expect(verdict.isAsShown).toBe(false)
    expect(verdict.failure).toBe(failure)
  })

  test('ignores the server’s verified hash', () => {
    const { verifiedHash } = verdictOf({ verifiedHash: OTHER_HEX })
    expect(verifiedHash).toBe(honest.gameData.expectedHash)
  })

  test('fails without a comparison if its rules are unknown', () => {
    const verdict = verdictOf({ rulesVersion: 2 })
    expect(verdict.isAsShown).toBe(false)
    expect(verdict.round).toBeUndefined()
    expect(verdict.failure).toBe('rules')
  })

  test('reads seeds and game from their own fields only', () => {
    const game = { nonce: 7, gameType: 'No Such Game' }
    const verdict = verdictOf({ serverSeed: OTHER_HEX, ...game })
    expect(isProven(verdict)).toBe(true)
  })
})

describe('the record of a race', () => {
  function failureOf(dataChange: object, change: object = {}) {
    const gameData = { ...bet.gameData, ...dataChange }
    return recordFailure(nobleHashes, { ...bet, ...change, gameData })
  }

  test.each([
    ['a race', race],
    ['a bet on a race', bet],
  ])('of %s passes every check and matches the replay', (_of, record) => {
    const verdict = verifiedRaceRecord(nobleHashes, record)
    expect(verdict.failure).toBeUndefined()
    expect(verdict.isAsShown).toBe(true)
    expect(Object.values(verdict.checks)).not.toContain(false)
    expect(verdict.verifiedHash).toBe(record.gameData.expectedHash)
    expect(verdict.settled?.outcome).toEqual(record.gameData.outcome)
    expect(recordFailure(nobleHashes, record)).toBeUndefined()
  })

  test('ignores hashes and seeds in other fields', () => {
    const seeds = { serverSeed: OTHER_HEX, nonce: 7, number: 7 }
    expect(failureOf({ ...seeds, verifiedHash: OTHER_HEX })).toBeUndefined()
  })

  test.each([
    { gameType: 'Coin Flip' },
    { serverSeed: undefined },
    { player: bet.id },
    { gameData: { player: bet.id } },
  ])('is malformed with %o', (change) => {
    expect(recordFailure(nobleHashes, { ...bet, ...change })).toBe('malformed')
  })

  test('is malformed if a bet lacks its stake', () => {
    const { betAmount: _, ...unstaked } = bet
    expect(recordFailure(nobleHashes, unstaked)).toBe('id')
    expect(raceHistoryAnswer.parse([race])).toEqual([race])
    expect(raceHistoryAnswer.safeParse([bet]).success).toBe(false)
  })

  test('fails with another race number', () => {
    expect(failureOf({}, { nonce: bet.nonce + 1 })).toBe('chain')
  })

  test('is weaker if the operator produces the salt’s chain', () => {
    const saltBlock = { ...bet.gameData.saltBlock, chainId: 31_337 }
    expect(failureOf({ saltBlock })).toBe('salt')
    expect(failureOf({ weaker: true })).toBe('shown')
  })
})
