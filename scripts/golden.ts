// Writes core/games/*/golden/vectors.json: rounds that every implementation of
// docs/fairness.md has to reproduce. The same files each time it is run.
import { writeFileSync } from 'node:fs'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { goldenOf } from './golden/golden-of.ts'
import { gameKits } from './lib/game-kits.ts'
import { goldenPath } from './lib/golden-files.ts'

for (const kit of await gameKits()) {
  const golden = goldenOf(kit)
  const path = goldenPath(kit.folder)
  writeFileSync(path, oneRoundALine(golden))
  console.log(
    `Wrote ${golden.rounds.length} rounds and ${golden.invalid.length} invalid records of ${kit.game.gameType}`,
  )
}

/** Compact, and yet a change shows as the line of its round. */
function oneRoundALine({ rounds, invalid, ...rest }: GoldenFile): string {
  const head = JSON.stringify(rest).slice(0, -1)
  const lines = (list: readonly object[]) =>
    list.map((one) => JSON.stringify(one)).join(',\n')
  return `${head},"rounds":[\n${lines(rounds)}\n],"invalid":[\n${lines(invalid)}\n]}\n`
}
