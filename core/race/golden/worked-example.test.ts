import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../fairness/canonical-json.ts'
import { drawIn, drawsOf } from '../../fairness/draws.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import type { RaceGoldenFile } from '../../schemas/race-golden-file.ts'
import { RACE_RECORD_FAILURES } from '../../schemas/verified-race-record.ts'
import { raceOf } from '../race.ts'
import { saltOf } from '../salt.ts'
import { previousSeed } from '../seed-chain.ts'
import { settledRace } from '../settled-race.ts'
import { settledRaceBet } from '../settled-race-bet.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const fairness = read('docs/fairness.md')
const golden: RaceGoldenFile = JSON.parse(read('core/race/golden/vectors.json'))
const second = golden.races[1]
if (!second?.saltBlock) throw new Error('The second race was run.')
const { number, serverSeed, saltBlock } = second
const salt = saltOf(saltBlock)

test('docs/fairness.md works out the second golden race, value by value', () => {
  const race = raceOf(nobleHashes, { serverSeed, salt, number })
  const seeds = { serverSeed, clientSeed: salt, nonce: number }
  const draws = drawsOf(nobleHashes, seeds)
  const before = previousSeed(nobleHashes, serverSeed)
  expect(previousSeed(nobleHashes, before)).toBe(golden.chain.terminal.seed)
  const values = [
    serverSeed,
    before,
    golden.chain.terminal.seed,
    salt,
    `${saltBlock.timestamp}000 is above ${second.closedAtMs}`,
    ...race
      .positions(1)
      .map((sum, at) => `8589934592 + ${draws(at)} = ${sum}\n`),
    `8589934592 + ${draws(4)} = ${race.positions(2)[0]}, `,
    `tick ${race.ticks}     ${race.positions(race.ticks).join(', ')}\n`,
    `order        ${race.order.join(', ')}: `,
    second.raceHash,
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test('docs/fairness.md works out the bet on its winner', () => {
  const won = second.bets.find(({ payout }) => payout > 0)
  if (!won) throw new Error('There is a bet on each horse.')
  const { bet, index, payout, betHash } = won
  const digest = nobleHashes.hmacSha256(serverSeed, `${salt}:round:${index}`)
  const race = settledRace(nobleHashes, second)
  const settled = settledRaceBet(nobleHashes, race, { bet, index })
  const values = [
    `${bet.amount} coin on horse ${bet.horseId}, index ${index}\n`,
    digest.replace(/.{8}\B/g, '$& '),
    `${digest.slice(0, 8)} = ${drawIn(digest, 0)}\n`,
    `payout       ${payout} coins\n`,
    canonicalJson(settled),
    betHash,
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test.each([
  ['example-race-record.json', 'the second race'],
  ['example-race-bet-record.json', 'a bet on the second race that won'],
])(
  'docs/fairness.md prints %s, which is the golden record of %s',
  (name, what) => {
    const text = read(`docs/verifier/${name}`)
    expect(fairness).toContain(`\n${text}\`\`\`\n`)
    const { record } = golden.valid.find((one) => one.what === what) ?? {}
    expect(JSON.parse(text)).toEqual(record)
  },
)

test('docs/fairness.md names every failure of a race, in the order of the checks', () => {
  const [, races = ''] = fairness.split('### 12.6')
  const named = [...races.matchAll(/^\| `([a-z]+)` \| [^|]* \|$/gm)]
  const failures = named.map(([, failure]) => failure)
  const inOrder = failures.filter((one) =>
    RACE_RECORD_FAILURES.some((failure) => failure === one),
  )
  expect(inOrder.slice(-RACE_RECORD_FAILURES.length)).toEqual(
    RACE_RECORD_FAILURES,
  )
})
