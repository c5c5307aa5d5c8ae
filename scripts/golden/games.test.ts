import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { games } from '#core/games/registry.ts'
import {
  type VerificationRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import {
  RECORD_FAILURES,
  verifiedRecord,
} from '#core/schemas/verified-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { goldenFile, raceGoldenVectors } from '../lib/golden-files.ts'
import { goldenPlans } from './games.ts'
import { regenerated } from './golden-file.ts'

const HASHES = [
  ['JavaScript', nobleHashes],
  ['native', nativeHashes],
] as const

const FILES = goldenPlans.map(({ folder, plan }) => ({
  name: folder,
  kinds: plan.kinds,
  golden: goldenFile(folder),
}))

/** Checks that a record can fail although all its hashes are right. */
const IN_THE_ROUND = [
  'rules',
  'bet',
  'action',
  'unfinished',
  'draws',
  'outcome',
] as const

/** Hashes a record's round without checking it by the rules. */
function claimedHash(record: VerificationRecord): string {
  const { gameType, serverSeed, clientSeed, nonce, gameData } = record
  const { rulesVersion, bet, actions, draws, outcome } = gameData
  const seeds = { serverSeed, clientSeed, nonce }
  const round = { gameType, rulesVersion, bet, actions, ...seeds }
  const claimed = JSON.stringify({ ...round, draws, outcome })
  return nobleHashes.sha256(canonicalJson(JSON.parse(claimed)))
}

test('every rules version of every game has a file', () => {
  const nameOf = (of: { gameType: string; rulesVersion: number }) =>
    `${of.gameType} ${of.rulesVersion}`
  const covered = FILES.map(({ golden }) => nameOf(golden))
  expect(covered.toSorted()).toEqual(games.map(nameOf).toSorted())
})

test('invalid records fail every check at least once', () => {
  const files = [...FILES.map(({ golden }) => golden), raceGoldenVectors()]
  const shown = files.flatMap(({ invalid }) => invalid)
  const failures = new Set(shown.map(({ failure }) => failure))
  expect([...failures].sort()).toEqual(RECORD_FAILURES.toSorted())
})

describe.each(FILES)('the file of $name', ({ golden, kinds }) => {
  test('covers every kind of round', () => {
    const shown = new Set(golden.rounds.flatMap(kinds.shownBy))
    expect(kinds.all.length).toBeGreaterThan(3)
    expect(kinds.all.filter((kind) => !shown.has(kind))).toEqual([])
  })

  test.each(HASHES)('is reproducible with %s hashes', (_name, hashes) => {
    expect(golden.rounds.length).toBeGreaterThan(1_000)
    expect(regenerated(hashes, golden)).toEqual(golden)
  })

  const forged = golden.invalid.filter(({ failure }) =>
    IN_THE_ROUND.some((one) => one === failure),
  )

  test.each(forged)('has only valid hashes in $what', ({ record }) => {
    const parsed = verificationRecord.parse(record)
    const { checks } = verifiedRecord(nobleHashes, parsed)
    expect(checks).toMatchObject({ commitment: true, epoch: true })
    expect(claimedHash(parsed)).toBe(parsed.gameData.expectedHash)
  })
})
