import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../fairness/canonical-json.ts'
import {
  applying,
  ROUNDINGS,
  roundingOf,
} from '../../fairness/golden/golden-kinds.ts'
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
import { horses } from '../horses.ts'
import { FINISH_PERCENT, UNITS_A_PERCENT } from '../race.ts'
import { PAYOUT_HUNDREDTHS } from '../race-bet.ts'
import type { GoldenRace, GoldenRaceBet } from './golden-races.ts'

const text = readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')
const golden: RaceGoldenFile = JSON.parse(text)

/** What a record can fail although every hash in it is right. */
const IN_THE_RACE = ['rules', 'bet', 'outcome']

const ORDERS = permutations(horses.map(({ id }) => id))
const KINDS = [
  ...ORDERS.map((order) => `order ${order}`),
  ...horses.flatMap(({ id }) =>
    ROUNDINGS.map((rounding) => `horse ${id} paid ${rounding}`),
  ),
  'two or more arrive in the last tick',
  'the winner arrives alone',
  'void',
  'by a local chain',
]

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((one) =>
    permutations(of.filter((other) => other !== one)).map((rest) => [
      one,
      ...rest,
    ]),
  )
}

function kindsOf({ outcome, saltBlock, bets }: GoldenRace): string[] {
  if ('void' in outcome) return ['void']
  const finish = FINISH_PERCENT * UNITS_A_PERCENT
  const arrived = outcome.positions.filter((position) => position >= finish)
  return [
    `order ${outcome.order}`,
    ...bets.filter(({ payout }) => payout > 0).map(paidKind),
    ...applying({
      'two or more arrive in the last tick': arrived.length > 1,
      'the winner arrives alone': arrived.length === 1,
      'by a local chain': saltBlock?.chainId === 31_337,
    }),
  ]
}

function paidKind({ bet, payout }: GoldenRaceBet): string {
  const numerator = BigInt(bet.amount) * BigInt(PAYOUT_HUNDREDTHS)
  const win = { numerator, denominator: 100n }
  return `horse ${bet.horseId} paid ${roundingOf(win, payout)}`
}

/** Of the race or bet that a record tells of, whatever the rules say to it. */
function claimedHash(record: FinishedRaceRecord): string {
  const { gameType, nonce, serverSeed, clientSeed, gameData } = record
  const { rulesVersion, closedAtMs, saltBlock, outcome } = gameData
  const { bet, index } = gameData
  const race = { gameType, rulesVersion, nonce, serverSeed, clientSeed }
  const settled = { ...race, closedAtMs, saltBlock, bet, index, outcome }
  const claimed = JSON.parse(JSON.stringify(settled))
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

test('golden races are of every kind', () => {
  const shown = new Set(golden.races.flatMap(kindsOf))
  expect(KINDS.filter((kind) => !shown.has(kind))).toEqual([])
})

test('golden finishes show each order, with no, one and more draws', () => {
  const orders = new Set(golden.finishes.map(({ order }) => `${order}`))
  expect(orders.size).toBeGreaterThan(12)
  const draws = new Set(golden.finishes.map((one) => one.draws.length))
  expect([...draws].sort()).toEqual([1, 2, 3])
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
