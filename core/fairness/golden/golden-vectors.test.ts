import { describe, expect, test } from 'vitest'
import { gameKits } from '../../../scripts/lib/game-kits.ts'
import {
  goldenFile,
  raceGoldenVectors,
} from '../../../scripts/lib/golden-files.ts'
import { games } from '../../games/registry.ts'
import { madeAgain } from '../../schemas/golden-file.ts'
import {
  type VerificationRecord,
  verificationRecord,
} from '../../schemas/verification-record.ts'
import {
  RECORD_FAILURES,
  verifiedRecord,
} from '../../schemas/verified-record.ts'
import { canonicalJson } from '../canonical-json.ts'
import { nobleHashes } from '../noble-hashes.ts'

const FILES = (await gameKits()).map(({ folder, golden: { kinds } }) => ({
  name: folder,
  kinds,
  golden: goldenFile(folder),
}))

/** What a record can fail although every hash in it is right. */
const IN_THE_ROUND = [
  'rules',
  'bet',
  'action',
  'unfinished',
  'draws',
  'outcome',
] as const

/** Of the round that a record tells of, whatever the rules say to it. */
function claimedHash(record: VerificationRecord): string {
  const { gameType, serverSeed, clientSeed, nonce, gameData } = record
  const { rulesVersion, bet, actions, draws, outcome } = gameData
  const seeds = { serverSeed, clientSeed, nonce }
  const round = { gameType, rulesVersion, bet, actions, ...seeds }
  const told = JSON.stringify({ ...round, draws, outcome })
  return nobleHashes.sha256(canonicalJson(JSON.parse(told)))
}

test('every game by every rules version has its file', () => {
  const nameOf = (of: { gameType: string; rulesVersion: number }) =>
    `${of.gameType} ${of.rulesVersion}`
  const covered = FILES.map(({ golden }) => nameOf(golden))
  expect(covered.toSorted()).toEqual(games.map(nameOf).toSorted())
})

test('together they show every check that a record can fail', () => {
  const files = [...FILES.map(({ golden }) => golden), raceGoldenVectors()]
  const shown = files.flatMap(({ invalid }) => invalid)
  const failures = new Set(shown.map(({ failure }) => failure))
  expect([...failures].sort()).toEqual(RECORD_FAILURES.toSorted())
})

describe.each(FILES)('the file of $name', ({ golden, kinds }) => {
  test('holds rounds of every kind', () => {
    const shown = new Set(golden.rounds.flatMap(kinds.shownBy))
    expect(kinds.all.length).toBeGreaterThan(3)
    expect(kinds.all.filter((kind) => !shown.has(kind))).toEqual([])
  })

  test('is made again', () => {
    expect(madeAgain(nobleHashes, golden)).toEqual(golden)
  })

  const forged = golden.invalid.filter(({ failure }) =>
    IN_THE_ROUND.some((one) => one === failure),
  )

  test.each(forged)('gives $what away by nothing else', ({ record }) => {
    const parsed = verificationRecord.parse(record)
    const { checks } = verifiedRecord(nobleHashes, parsed)
    expect(checks).toMatchObject({ commitment: true, epoch: true })
    expect(claimedHash(parsed)).toBe(parsed.gameData.expectedHash)
  })
})
