import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoldenFile } from '#core/schemas/golden-file.ts'
import { PROJECT_ROOT } from './launch-config.ts'

/** Where every game's golden vectors are. */
export const GOLDEN_FOLDER = join(PROJECT_ROOT, 'core/fairness/golden')

/** The golden vectors of a file, such as `coin-flip.json`. */
export function goldenFile(name: string): GoldenFile {
  return JSON.parse(readFileSync(join(GOLDEN_FOLDER, name), 'utf8'))
}

/** The names of all files of golden vectors. */
export function goldenNames(): string[] {
  return readdirSync(GOLDEN_FOLDER).filter((name) => name.endsWith('.json'))
}
