// Writes core/games/*/golden/vectors.json, core/race/golden/vectors.json,
// core/fairness/golden/anchors.json and core/receipts/golden/receipts.json:
// rounds, races, trees and receipts that every implementation of docs/fairness.md
// and docs/audit.md has to reproduce. The output is deterministic.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { anchorGolden } from './golden/anchors.ts'
import { gameGolden, goldenPlans } from './golden/games.ts'
import { contentOf } from './golden/golden-file.ts'
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
  write(goldenPath(folder), gameGolden(plan))
}
write(RACE_GOLDEN, raceGolden())
write(ANCHOR_GOLDEN, anchorGolden())
write(RECEIPT_GOLDEN, receiptGolden())

/** Writes one array item per line, so that diffs show which one changed. */
function write(path: string, golden: object): void {
  const members = Object.entries(golden).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}:${lines}`
  })
  writeFileSync(path, `{${members.join(',')}}\n`)
  console.log(`${relative(PROJECT_ROOT, path)}: ${contentOf(golden)}`)
}
