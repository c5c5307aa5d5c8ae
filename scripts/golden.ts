// Writes core/games/*/golden/vectors.json, core/race/golden/vectors.json and
// core/fairness/golden/anchors.json: rounds, races and trees that every
// implementation of docs/fairness.md has to reproduce. Plans generate the rounds of
// games; the inputs of races and trees are in their files, and what follows from
// them is computed again. The output is deterministic.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { assert } from '#core/assert.ts'
import { nativeHashes } from '../api/src/platform/native-hashes.ts'
import { gameGolden, goldenPlans } from './golden/games.ts'
import { regenerate, toContent } from './golden/golden-file.ts'
import {
  ANCHOR_GOLDEN,
  goldenPath,
  RACE_GOLDEN,
  readGolden,
} from './lib/golden-files.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

for (const { folder, plan } of goldenPlans) {
  write(goldenPath(folder), gameGolden(plan))
}
for (const path of [RACE_GOLDEN, ANCHOR_GOLDEN]) {
  const golden = await regenerate(nativeHashes, readGolden(path))
  assert(golden !== undefined, 'the files have the form of golden vectors')
  write(path, golden)
}

/** Writes one array item per line, so that diffs show which one changed. */
function write(path: string, golden: object): void {
  const members = Object.entries(golden).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}:${lines}`
  })
  writeFileSync(path, `{${members.join(',')}}\n`)
  console.log(`${relative(PROJECT_ROOT, path)}: ${toContent(golden)}`)
}
