import { expect, test } from 'vitest'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type FinishedRaceRecord,
  parsedRaceRecord,
} from '#core/schemas/race-record.ts'
import {
  RACE_RECORD_FAILURES,
  verifiedRaceRecord,
} from '#core/schemas/verified-race-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { raceGoldenVectors } from '../lib/golden-files.ts'
import {
  raceGoldenDifferences,
  raceGoldenFile,
  regeneratedRaces,
} from './race-golden-file.ts'

const HASHES = [
  ['JavaScript', nobleHashes],
  ['native', nativeHashes],
] as const

const golden = raceGoldenVectors()

/** Checks that a record can fail although all its hashes are right. */
const IN_THE_RACE = ['rules', 'bet', 'outcome']

/** Hashes a record's race or bet without checking it by the rules. */
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
  if (!data) throw new Error('not a race record')
  return data
}

test.each(HASHES)('races are reproducible with %s hashes', (_name, hashes) => {
  expect(golden.races.length).toBe(256)
  const file = raceGoldenFile.parse(golden)
  expect(regeneratedRaces(hashes, file)).toEqual(golden)
})

test('invalid records fail every check at least once', () => {
  const shown = new Set(golden.invalid.map(({ failure }) => failure))
  expect([...shown].sort()).toEqual(RACE_RECORD_FAILURES.toSorted())
})

const forged = golden.invalid.filter(({ failure }) =>
  IN_THE_RACE.includes(failure ?? ''),
)

test.each(forged)('$what has valid hashes', ({ record }) => {
  const parsed = recordOf(record)
  const { checks } = verifiedRaceRecord(nobleHashes, parsed)
  expect(checks).toMatchObject({ commitment: true, chain: true, salt: true })
  expect(claimedHash(parsed)).toBe(parsed.gameData.expectedHash)
})

test('lists the changes of a modified file', () => {
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
