import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoldenFile, RaceGoldenFile } from '../golden/golden-file.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

/** Where the golden vectors of the horse race are. */
export const RACE_GOLDEN = join(PROJECT_ROOT, 'core/race/golden/vectors.json')

/** Where the golden vectors of anchors are. */
export const ANCHOR_GOLDEN = join(
  PROJECT_ROOT,
  'core/fairness/golden/anchors.json',
)

/** Where the golden vectors of receipts are. */
export const RECEIPT_GOLDEN = join(
  PROJECT_ROOT,
  'core/receipts/golden/receipts.json',
)

/** Where a game's golden vectors are. @param folder its name in core/games. */
export function goldenPath(folder: string): string {
  return join(PROJECT_ROOT, 'core/games', folder, 'golden/vectors.json')
}

/** The golden vectors of a game. @param folder its name in core/games. */
export function goldenFile(folder: string): GoldenFile {
  return JSON.parse(readFileSync(goldenPath(folder), 'utf8'))
}

/** The golden vectors of the horse race. */
export function raceGoldenVectors(): RaceGoldenFile {
  return JSON.parse(readFileSync(RACE_GOLDEN, 'utf8'))
}
