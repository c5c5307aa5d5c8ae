import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'

/** Raised when an older program could not read what this one writes. */
const FORMAT = 1

/**
 * All state of a product run on the spot: that folder is the backup. It is
 * made when missing; one of a newer program is refused.
 */
export function openDataDirectory(directory: string): void {
  mkdirSync(join(directory, 'logs'), { recursive: true })
  const file = join(directory, 'format')
  if (!existsSync(file)) writeFileSync(file, `${FORMAT}\n`)
  const format = Number(readFileSync(file, 'utf8'))
  if (Number.isInteger(format) && format >= 1 && format <= FORMAT) return
  throw new LaunchError(
    `${directory} has data format ${format}, and this program knows formats up to ${FORMAT}. Update the program, or set DATA_DIR to another folder.`,
  )
}
