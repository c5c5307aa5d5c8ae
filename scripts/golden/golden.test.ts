import { describe, expect, test } from 'vitest'
import { checkedClaim, RECORD_FAILURES } from '#core/evidence/claim.ts'
import { toRaceBetRecord, toRaceRecord } from '#core/evidence/race-record.ts'
import { type AnyRecord, parsedRecord } from '#core/evidence/record.ts'
import { verify } from '#core/evidence/verify.ts'
import { gradeByScore } from '#core/evidence/verify-sports.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { games } from '#core/games/registry.ts'
import { coins } from '#core/money/coins.ts'
import { settledRace } from '#core/race/settled-race.ts'
import { getProfit } from '#core/sports/american-odds.ts'
import {
  getBet,
  toRecord as toSportsRecord,
} from '#testing/page/sports-samples.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { goldenFile, raceGoldenVectors } from '../lib/golden-files.ts'
import { BY_THE_RULES, claimedHash } from './forge.ts'
import { goldenPlans, takeCases } from './games.ts'
import {
  differences,
  epochRecords,
  type GoldenRace,
  type InvalidRecord,
  regenerate,
} from './golden-file.ts'

const HASHES = [
  ['JavaScript', nobleHashes],
  ['native', nativeHashes],
] as const

const FILES = goldenPlans.map(({ folder, plan }) => ({
  name: folder,
  plan,
  golden: goldenFile(folder),
}))
const races = raceGoldenVectors()
const invalid: InvalidRecord[] = [
  ...FILES.flatMap(({ golden }) => golden.invalid),
  ...races.invalid,
]

test('every rules version of every game has a file', () => {
  const toName = (of: { gameType: string; rulesVersion: number }) =>
    `${of.gameType} ${of.rulesVersion}`
  const covered = FILES.map(({ golden }) => toName(golden))
  expect(covered.toSorted()).toEqual(games.map(toName).toSorted())
})

test('invalid records fail every check at least once', () => {
  const failures = new Set(invalid.map(({ failure }) => failure))
  expect([...failures].sort()).toEqual(RECORD_FAILURES.toSorted())
})

describe.each(FILES)('the file of $name', ({ golden, plan }) => {
  test('covers every case', () => {
    const all = golden.rounds.flatMap((round) => Object.keys(plan.cases(round)))
    const missing = new Set(all)
    expect(missing.size).toBeGreaterThan(3)
    for (const round of golden.rounds) takeCases(missing, plan, round)
    expect([...missing]).toEqual([])
  })

  test.each(HASHES)('is reproducible with %s hashes', async (_name, hashes) => {
    expect(golden.rounds.length).toBeGreaterThan(1_000)
    expect(await regenerate(hashes, golden)).toEqual(golden)
  })
})

test.each(HASHES)(
  'races are reproducible with %s hashes',
  async (_name, hashes) => {
    expect(races.races.length).toBe(256)
    expect(await regenerate(hashes, races)).toEqual(races)
  },
)

test('lists the changes of a modified file', async () => {
  const [first] = races.races
  const [wrong] = races.invalid
  const changed = {
    ...races,
    races: [{ ...first, raceHash: '00'.repeat(32) }],
    valid: [{ what: 'no record', record: {} }],
    invalid: [{ ...wrong, failure: 'shown' }],
  }
  const again = await regenerate(nobleHashes, changed)
  expect(differences(changed, again ?? {})).toEqual([
    'races 0',
    'no record: valid, found malformed',
    `${wrong?.what}: shown, found malformed`,
  ])
})

const forged = invalid.filter(({ failure }) => BY_THE_RULES.includes(failure))

test.each(forged)('$what has only valid hashes', ({ record }) => {
  const parsed = parsedRecord(record).data ?? expect.unreachable()
  const { gameData } = parsed
  expect(verify(parsed, { hashes: nobleHashes })).toMatchObject({
    claims: expect.arrayContaining([checkedClaim('commitment', true)]),
  })
  expect('expectedHash' in gameData && gameData.expectedHash).toBe(
    claimedHash(parsed),
  )
})

test.each(FILES)('hashes valid records of $name as core does', ({ golden }) => {
  for (const record of epochRecords(nativeHashes, golden)) {
    expect(claimedHash(record)).toBe(record.gameData.expectedHash)
  }
})

const AMOUNT = 500

function oldRounds(): AnyRecord[] {
  const each = AMOUNT / FILES.length
  return FILES.flatMap(({ golden }) =>
    epochRecords(nativeHashes, golden).slice(0, each),
  )
}

const OLD_RACE_ID = '019ca9b1-5c00-7000-8000-0000000004e9'

/** Builds the records of a golden race and of its first bet, as the API returns them. */
function raceRecordsOf(golden: GoldenRace): AnyRecord[] {
  const { number, seed: hash } = races.chain.terminal
  const proof = {
    timestamp: '2026-03-01T12:01:00.000Z',
    chainTerminal: { number, hash },
  }
  const { raceHash, raceId = OLD_RACE_ID, bets } = golden
  const race = settledRace(nativeHashes, golden)
  return [
    toRaceRecord(nativeHashes, race, {
      id: raceId,
      ...proof,
      expectedHash: raceHash,
    }),
    ...bets.slice(0, 1).map(({ id, bet, index, betHash }) => {
      const accepted = { race, raceId, bet, index }
      const expectedHash = betHash
      return toRaceBetRecord(nativeHashes, accepted, {
        id,
        ...proof,
        expectedHash,
      })
    }),
  ]
}

function oldRaces(): AnyRecord[] {
  return races.races.flatMap(raceRecordsOf).slice(0, AMOUNT)
}

function oldSportsBets(): AnyRecord[] {
  const random = seededRandom('old sports bets')
  const below = (count: number) => Math.floor(random() * count)
  return Array.from({ length: AMOUNT }, (_, at) => {
    const { game, ...bet } = getBet({ odds: 100 + below(900) }, at)
    const scores = { home_score: 90 + below(30), away_score: 90 + below(30) }
    const point = below(21) - 10
    const placed = {
      ...bet,
      ...(at % 2 === 0 && { market: 'spreads' as const, point }),
      game: { ...game, scores },
    }
    const status = gradeByScore(placed) ?? 'void'
    const paid = {
      lost: 0,
      void: bet.betAmount,
      won: bet.betAmount + getProfit(bet.betAmount, bet.odds),
    }
    const payout = coins(paid[status])
    return toSportsRecord({ ...placed, status, payout })
  })
}

test.each([
  ['rounds', oldRounds, 'proven'],
  ['races and bets on them', oldRaces, 'proven'],
  ['sports bets', oldSportsBets, 'unchecked'],
])('500 records of %s without a version verify', (_kind, records, status) => {
  const all = records()
  expect(all).toHaveLength(AMOUNT)
  for (const record of all) {
    expect(record).not.toHaveProperty('version')
    const parsed = parsedRecord(record).data ?? expect.unreachable()
    const verified = verify(parsed, { hashes: nativeHashes })
    expect(verified).toMatchObject({ failure: undefined })
    // Races of a local chain, void ones and jackpots rest on the operator's word.
    expect([status, 'weaker']).toContainEqual(
      typeof verified === 'object' && verified.status,
    )
  }
})
