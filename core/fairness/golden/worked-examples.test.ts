import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  goldenFile,
  raceGoldenVectors,
} from '../../../scripts/lib/golden-files.ts'
import { coinFlip } from '../../games/coin-flip/coin-flip.ts'
import { goldenRecord } from '../../schemas/golden-record.ts'
import { canonicalJson } from '../canonical-json.ts'
import { nobleHashes } from '../noble-hashes.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')

const fairness = read('fairness.md')
const { rounds, epoch, gameType, rulesVersion } = goldenFile('coin-flip')
const [round] = rounds
const path = epoch.paths.find(({ nonce }) => nonce === round?.nonce)?.path
if (!round || !path) throw new Error('The first round has a path.')
const { streamKey: _, commitment, roundHash, ...played } = round

test('docs/fairness.md works out the first golden round, value by value', () => {
  const values = [
    round.serverSeed,
    commitment,
    roundHash,
    epoch.root,
    path[0],
    path.at(-1),
    ...round.draws.map(String),
    canonicalJson({ gameType, rulesVersion, ...played }),
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test('the example record is that round as the code writes it', () => {
  const written = { gameType, rulesVersion, ...played }
  const record = goldenRecord(
    nobleHashes,
    { game: coinFlip, round: written },
    { ...epoch, path },
  )
  expect(JSON.parse(read('verifier/example-record.json'))).toEqual(record)
})

test('docs/fairness.md works out the second golden race and its winning bet', () => {
  const [, race] = raceGoldenVectors().races
  const won = race?.bets.find(({ payout }) => payout > 0)
  if (!race || !won || 'void' in race.outcome) throw new Error('It was run.')
  const { ticks, positions, order } = race.outcome
  const values = [
    race.serverSeed,
    race.commitment,
    race.raceHash,
    `tick ${ticks}     ${positions.join(', ')}\n`,
    `order        ${order.join(', ')}: `,
    `payout       ${won.payout} coins\n`,
    won.betHash,
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test.each([
  'example-record.json',
  'example-race-record.json',
  'example-race-bet-record.json',
  'keep-root.mjs',
])('docs/fairness.md prints %s', (name) => {
  expect(fairness).toContain(`\n${read(`verifier/${name}`)}\`\`\`\n`)
})
