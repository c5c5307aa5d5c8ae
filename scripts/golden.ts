// Writes core/games/*/golden/vectors.json, core/race/golden/vectors.json,
// core/fairness/golden/anchors.json and core/receipts/golden/receipts.json:
// rounds, races, trees and receipts that every implementation of docs/fairness.md
// and docs/audit.md has to reproduce. The output is deterministic.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { raceBetRecord, raceRecord } from '#core/evidence/race-record.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import { anchorGolden } from './golden/anchors.ts'
import { gameGolden, goldenPlans } from './golden/games.ts'
import { raceGolden } from './golden/race.ts'
import { receiptGolden } from './golden/receipts.ts'
import {
  ANCHOR_GOLDEN,
  goldenPath,
  RACE_GOLDEN,
  RECEIPT_GOLDEN,
} from './lib/golden-files.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

for (const { folder, plan } of goldenPlans) {
  const golden = gameGolden(plan)
  writeFileSync(goldenPath(folder), oneALine(golden))
  console.log(
    `Wrote ${golden.rounds.length} rounds and ${golden.invalid.length} invalid records of ${golden.gameType}`,
  )
}

const race = raceGolden()
writeFileSync(RACE_GOLDEN, oneALine(race))
console.log(
  `Wrote ${race.races.length} races and ${race.invalid.length} invalid records of ${race.gameType}`,
)

const anchors = anchorGolden({
  'a round': verificationRecord.parse(exampleRecord('example-record.json')),
  'a race': raceRecord.parse(exampleRecord('example-race-record.json')),
  'a bet on a race': raceBetRecord.parse(
    exampleRecord('example-race-bet-record.json'),
  ),
})
writeFileSync(ANCHOR_GOLDEN, oneALine(anchors))
console.log(`Wrote ${anchors.trees.length} trees of anchors`)

const receipts = receiptGolden()
writeFileSync(RECEIPT_GOLDEN, oneALine(receipts))
console.log(`Wrote ${receipts.valid.length} receipts`)

function exampleRecord(name: string): unknown {
  const path = join(PROJECT_ROOT, 'docs/verifier', name)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Writes one array item per line, so that diffs show which one changed. */
function oneALine(golden: object): string {
  const members = Object.entries(golden).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}:${lines}`
  })
  return `{${members.join(',')}}\n`
}
