import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  AnchorGoldenFile,
  GoldenFile,
  RaceGoldenFile,
  ReceiptGoldenFile,
} from '../golden/golden-file.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

const toGoldenPath = (path: string) => join(PROJECT_ROOT, 'core', path)
export const readGolden = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8'))

// Paths of the golden vectors.
export const RACE_GOLDEN = toGoldenPath('race/golden/vectors.json')
export const ANCHOR_GOLDEN = toGoldenPath('fairness/golden/anchors.json')

/** @param folder of a game, its name in core/games. */
export const goldenPath = (folder: string) =>
  toGoldenPath(`games/${folder}/golden/vectors.json`)

export const goldenFile = (folder: string): GoldenFile =>
  readGolden(goldenPath(folder))
export const raceGoldenVectors = (): RaceGoldenFile => readGolden(RACE_GOLDEN)
export const anchorGoldenVectors = (): AnchorGoldenFile =>
  readGolden(ANCHOR_GOLDEN)
export const receiptGoldenVectors = (): ReceiptGoldenFile =>
  readGolden(toGoldenPath('receipts/golden/receipts.json'))
