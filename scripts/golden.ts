// Writes core/games/*/golden/vectors.json and core/race/golden/vectors.json:
// rounds and races that every implementation of docs/fairness.md has to
// reproduce. The same files each time it is run.
import { writeFileSync } from 'node:fs'
import { goldenOf } from './golden/golden-of.ts'
import { raceGolden } from './golden/race.ts'
import { gameKits } from './lib/game-kits.ts'
import { goldenPath, RACE_GOLDEN } from './lib/golden-files.ts'

for (const kit of await gameKits()) {
  const golden = goldenOf(kit)
  const path = goldenPath(kit.folder)
  writeFileSync(path, oneALine(golden))
  console.log(
    `Wrote ${golden.rounds.length} rounds and ${golden.invalid.length} invalid records of ${kit.game.gameType}`,
  )
}

const race = raceGolden()
writeFileSync(RACE_GOLDEN, oneALine(race))
console.log(
  `Wrote ${race.races.length} races and ${race.invalid.length} invalid records of ${race.gameType}`,
)

/** Compact, and yet a change shows as the line of its round. */
function oneALine(golden: object): string {
  const members = Object.entries(golden).map(([name, value]) => {
    const lines = Array.isArray(value)
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}:${lines}`
  })
  return `{${members.join(',')}}\n`
}
