import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../fairness/canonical-json.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import {
  type RaceGoldenFile,
  raceGoldenDifferences,
  raceGoldenFile,
  racesMadeAgain,
} from '../../schemas/race-golden-file.ts'
import {
  type FinishedRaceRecord,
  parsedRaceRecord,
} from '../../schemas/race-record.ts'
import {
  RACE_RECORD_FAILURES,
  verifiedRaceRecord,
} from '../../schemas/verified-race-record.ts'

const text = readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')
const golden: RaceGoldenFile = JSON.parse(text)

/** What a record can fail although every hash in it is right. */
const IN_THE_RACE = ['rules', 'bet', 'outcome']

/** Of the race or bet that a record tells of, whatever the rules say to it. */
function claimedHash(record: FinishedRaceRecord): string {
  const { gameType, nonce, serverSeed, clientSeed, gameData } = record
  const { rulesVersion, closedAtMs, saltBlock, outcome } = gameData
  const { saltChain, head, voidReason, bet, index } = gameData
  const race = { gameType, rulesVersion, nonce, serverSeed, clientSeed }
  const ids =
    'betAmount' in record
      ? { raceId: record.gameData.raceId, betId: record.id }
      : { raceId: record.id }
  const bound = { ...ids, saltChain, head, voidReason }
  const settled = { ...race, closedAtMs, saltBlock, bet, index, outcome }
  const claimed = JSON.parse(JSON.stringify({ ...settled, ...bound }))
  return nobleHashes.sha256(canonicalJson(claimed))
}

const recordOf = (record: unknown) => {
  const { data } = parsedRaceRecord(record)
  if (!data) throw new Error('no record of a race')
  return data
}

test('golden races are made again', () => {
  expect(golden.races.length).toBe(256)
  const file = raceGoldenFile.parse(golden)
  expect(racesMadeAgain(nobleHashes, file)).toEqual(golden)
})

test('invalid records show every check that a record of a race can fail', () => {
  const shown = new Set(golden.invalid.map(({ failure }) => failure))
  expect([...shown].sort()).toEqual(RACE_RECORD_FAILURES.toSorted())
})

const forged = golden.invalid.filter(({ failure }) =>
  IN_THE_RACE.includes(failure ?? ''),
)

test.each(forged)('only its $failure gives $what away', ({ record }) => {
  const parsed = recordOf(record)
  const { checks } = verifiedRaceRecord(nobleHashes, parsed)
  expect(checks).toMatchObject({ commitment: true, chain: true, salt: true })
  expect(claimedHash(parsed)).toBe(parsed.gameData.expectedHash)
})

test('a changed file differs by what was changed', () => {
  const [first] = golden.races
  const [invalid] = golden.invalid
  const changed = raceGoldenFile.parse({
    ...golden,
    races: [{ ...first, raceHash: '00'.repeat(32) }],
    valid: [{ what: 'no record', record: {} }],
    invalid: [{ ...invalid, failure: 'shown' }],
  })
  expect(raceGoldenDifferences(nobleHashes, changed)).toEqual([
    'race 0',
    'no record: not valid',
    `${invalid?.what}: shown, found malformed`,
  ])
})
