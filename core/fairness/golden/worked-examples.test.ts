import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  goldenFile,
  raceGoldenVectors,
} from '../../../scripts/lib/golden-files.ts'
import { canonicalJson } from '../canonical-json.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
const fairness = read('fairness.md')

test('docs/fairness.md works out the first golden round, value by value', () => {
  const { rounds, epoch, gameType, rulesVersion } = goldenFile('coin-flip')
  const [round] = rounds
  if (!round) throw new Error('There are rounds.')
  const { streamKey: _, commitment, roundHash, ...played } = round
  const values = [
    ...[round.serverSeed, commitment, roundHash, epoch.root],
    ...round.draws.map(String),
    canonicalJson({ gameType, rulesVersion, ...played }),
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test('docs/fairness.md works out the second golden race and its winning bet', () => {
  const [, race] = raceGoldenVectors().races
  const won = race?.bets.find(({ payout }) => payout > 0)
  if (!race || !won || 'void' in race.outcome) throw new Error('It was run.')
  const { ticks, positions, order } = race.outcome
  const values = [
    ...[race.serverSeed, race.commitment, race.raceHash, won.betHash],
    `tick ${ticks}     ${positions.join(', ')}\n`,
    `order        ${order.join(', ')}: `,
    `payout       ${won.payout} coins\n`,
  ]
  for (const value of values) expect(fairness).toContain(value)
})

test.each(['record', 'race-record', 'race-bet-record'])(
  'docs/fairness.md prints the example %s',
  (name) => {
    const example = read(`verifier/example-${name}.json`)
    expect(fairness).toContain(`\n${example}\`\`\`\n`)
  },
)
