import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HonestServer } from '#testing/page/honest-server.ts'
import { toRecord, wonBet } from '#testing/page/sports-samples.ts'
import { raceHistoryAnswer } from '../api/races.ts'
import { EPOCH_SIZE } from '../fairness/epoch.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { playRound, roundHash } from '../fairness/round.ts'
import { hashServerSeed } from '../fairness/server-seed.ts'
import { type CoinFlipBet, coinFlip } from '../games/coin-flip/coin-flip.ts'
import { coins, MAX_COINS } from '../money/coins.ts'
import { raceBetRecord, raceRecord } from './race-record.ts'
import { getEvidence, parsedRecord } from './record.ts'
import { verificationRecord } from './round-record.ts'
import { recordFailure, verify } from './verify.ts'
import { verifyRace } from './verify-race.ts'
import { verifyRound } from './verify-round.ts'

const OTHER_HEX = 'ab'.repeat(32)
const sources = { hashes: nobleHashes }
const findExample = (name: string): unknown => {
  const path = `../../docs/verifier/example-${name}.json`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
const example = verificationRecord.parse(findExample('record'))
const race = raceRecord.parse(findExample('race-record'))
const bet = raceBetRecord.parse(findExample('race-bet-record'))

const flip: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const server = new HonestServer()
server.nonce = 2 * EPOCH_SIZE + 37
server.setClientSeed({ clientSeed: 'mine', epoch: 2 })
const honest = server.record({ game: coinFlip, bet: flip })
const { nonce, clientSeed, gameData } = honest

function changed(data: object, change: object = {}) {
  return { ...honest, ...change, gameData: { ...gameData, ...data } }
}

function listContradicted(record: typeof honest): string[] {
  return verifyRound(record, sources).claims.flatMap(({ code, status }) =>
    status === 'contradicted' ? [code] : [],
  )
}

describe('the record of a round', () => {
  test('proves every claim and replays its round', () => {
    const verified = verifyRound(honest, sources)
    expect(verified.status).toBe('proven')
    expect(verified.failure).toBeUndefined()
    expect(verified.verifiedHash).toBe(gameData.expectedHash)
    expect(verified.replayed).toMatchObject({ bet: flip, clientSeed, nonce })
    expect(verified.gain).toEqual({ staked: 10, paid: gameData.payout })
    expect(verified.claims.map(({ code, status }) => [code, status])).toEqual([
      ['commitment', 'proven'],
      ['epoch', 'proven'],
      ['replay', 'proven'],
      ['shown', 'proven'],
      ['unseen', 'unchecked'],
    ])
  })

  const { epochPath, player } = gameData
  test.each<[string, string[], object, object?]>([
    ['gameType', ['replay'], {}, { gameType: 'Slot Machine' }],
    ['rulesVersion', ['replay'], { rulesVersion: 2 }],
    ['bet', ['replay'], { bet: { ...flip, choice: 'tails' } }],
    ['actions', ['replay'], { actions: [{ action: 'skip' }] }],
    ['serverSeed', ['commitment', 'replay'], {}, { serverSeed: OTHER_HEX }],
    ['clientSeed', ['replay'], {}, { clientSeed: 'lucky 8' }],
    ['nonce', ['epoch', 'replay'], {}, { nonce: nonce + 1_024 }],
    ['player', ['epoch'], { player: player.replace('0', '1') }],
    ['commitment', ['commitment', 'epoch'], { serverSeedHash: OTHER_HEX }],
    ['epochRoot', ['epoch'], { epochRoot: OTHER_HEX }],
    ['epoch', ['epoch'], { epoch: 0 }],
    ['epochPath', ['epoch'], { epochPath: epochPath.with(9, OTHER_HEX) }],
    ['shorter path', ['epoch'], { epochPath: epochPath.slice(1) }],
    ['longer path', ['epoch'], { epochPath: [...epochPath, OTHER_HEX] }],
    ['expectedHash', ['replay'], { expectedHash: OTHER_HEX }],
    ['betAmount', [], {}, { betAmount: 11 }],
    ['outcome', [], {}, { outcome: 'Won 9 coins' }],
  ])('contradicts another %s: %j', (_field, codes, data, change) => {
    const record = changed(data, change)
    const found = listContradicted(record)
    // Other seeds can lead to the same outcome.
    expect(found.filter((code) => code !== 'shown')).toEqual(codes)
    expect(found).not.toEqual([])
    expect(verifyRound(record, sources).status).toBe('contradicted')
  })

  test('contradicts another seed with the commitment to it', () => {
    const seeds = { serverSeed: OTHER_HEX, clientSeed, nonce }
    const round = playRound(nobleHashes, { game: coinFlip, bet: flip }, seeds)
    const record = changed(
      {
        ...round.outcome,
        outcome: round.outcome,
        draws: round.draws,
        serverSeedHash: hashServerSeed(nobleHashes, OTHER_HEX),
        expectedHash: roundHash(nobleHashes, round),
      },
      {
        serverSeed: OTHER_HEX,
        outcome: coinFlip.describe(coinFlip.outcome.parse(round.outcome)),
      },
    )
    expect(listContradicted(record)).toEqual(['epoch'])
    expect(recordFailure(nobleHashes, record)).toBe('epoch')
  })

  test.each<[string, object]>([
    ['rules', { rulesVersion: 0 }],
    ['bet', { bet: { betAmount: 10 } }],
    ['bet', { bet: { ...flip, edge: 0 } }],
    ['bet', { bet: { ...flip, betAmount: 0 } }],
    // Wins more than a balance holds.
    ['bet', { bet: { ...flip, betAmount: MAX_COINS } }],
    ['action', { actions: [{ action: 'skip' }] }],
  ])('has no round and no hash for its %s: %j', (failure, data) => {
    expect(verifyRound(changed(data), sources)).toMatchObject({
      failure,
      replayed: undefined,
      verifiedHash: undefined,
    })
  })

  // Golden and example records with one part changed fail every other check.
  test.each<[string, object]>([
    ['outcome', { outcome: { payout: 2, result: 'tails', bonus: 1 } }],
    ['draws', { draws: example.gameData.draws.toReversed() }],
    ['draws', { draws: example.gameData.draws.slice(1) }],
    ['shown', { result: 'heads' }],
    ['shown', { payout: 3 }],
    ['malformed', { bet: null }],
    ['malformed', { actions: {} }],
  ])('fails the check of its %s with %j', (failure, data) => {
    const record = { ...example, gameData: { ...example.gameData, ...data } }
    expect(recordFailure(nobleHashes, record)).toBe(failure)
  })

  test('ignores hashes, seeds and games in other fields', () => {
    const seeds = { serverSeed: OTHER_HEX, nonce: 7, gameType: 'No Such Game' }
    const record = changed({ ...seeds, verifiedHash: OTHER_HEX })
    expect(verifyRound(record, sources)).toMatchObject({
      status: 'proven',
      verifiedHash: gameData.expectedHash,
    })
  })

  test('is weaker if the server knew the client seed', () => {
    const { status } = verifyRound(changed({ weaker: true }), sources)
    expect(status).toBe('weaker')
  })
})

describe('the record of a race', () => {
  function findFailure(data: object, change: object = {}) {
    const record = { ...bet, ...change, gameData: { ...bet.gameData, ...data } }
    return recordFailure(nobleHashes, record)
  }

  test.each([
    ['a race', race],
    ['a bet on a race', bet],
  ])('of %s proves every claim and matches the replay', (_of, record) => {
    const verified = verifyRace(record, sources)
    expect(verified).toMatchObject({ status: 'proven', failure: undefined })
    expect(verified.verifiedHash).toBe(record.gameData.expectedHash)
    expect(verified.replayed?.outcome).toEqual(record.gameData.outcome)
  })

  test('ignores hashes and seeds in other fields', () => {
    const seeds = { serverSeed: OTHER_HEX, nonce: 7, number: 7 }
    expect(findFailure({ ...seeds, verifiedHash: OTHER_HEX })).toBeUndefined()
  })

  test.each([
    { gameType: 'Coin Flip' },
    { serverSeed: undefined },
    { player: bet.id },
    { gameData: { player: bet.id } },
  ])('is malformed with %o', (change) => {
    expect(recordFailure(nobleHashes, { ...bet, ...change })).toBe('malformed')
  })

  test('has another id if a bet lacks its stake', () => {
    const { betAmount: _, ...unstaked } = bet
    expect(recordFailure(nobleHashes, unstaked)).toBe('id')
    expect(raceHistoryAnswer.parse([race])).toEqual([race])
    expect(raceHistoryAnswer.safeParse([bet]).success).toBe(false)
  })

  test('fails with another race number', () => {
    expect(findFailure({}, { nonce: bet.nonce + 1 })).toBe('chain')
  })

  test('fails with a local salt block, or if it is said to be weaker', () => {
    const saltBlock = { ...bet.gameData.saltBlock, chainId: 31_337 }
    expect(findFailure({ saltBlock })).toBe('salt')
    expect(findFailure({ weaker: true })).toBe('shown')
  })
})

describe.each([
  ['round', example],
  ['race', race],
  ['race', bet],
  ['sports', toRecord(wonBet())],
] as const)('the wire form of a %s', (kind, record) => {
  test('may carry version 1, and no other', () => {
    expect(parsedRecord(record).data).toEqual(record)
    expect(recordFailure(nobleHashes, { version: 1, ...record })).toBe(
      recordFailure(nobleHashes, record),
    )
    expect(recordFailure(nobleHashes, { version: 2, ...record })).toBe(
      'malformed',
    )
  })

  test('gives its evidence in the same form', () => {
    const { id, gameType, timestamp, outcome } = record
    const evidence = getEvidence(record)
    expect(evidence).toMatchObject({ kind, id, gameType, timestamp, outcome })
    expect(evidence.isOpen).toBe(false)
    expect(verify(record, sources)).toMatchObject({ kind, record })
  })
})
