import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { LedgerFigures } from './ledger-figures.ts'

const stopNote = z.object({
  stoppedAt: z.iso.datetime(),
  counts: z.record(z.string(), z.string().regex(/^\d+$/).transform(BigInt)),
})

export type StopNote = z.infer<typeof stopNote>

/** Returns the path of the figures at the last clean stop. */
export function stopNoteFile(dataDir: string): string {
  return join(dataDir, 'last-stop.json')
}

/** Returns the figures at the last clean stop; undefined if they can't be read. */
export function readStopNote(dataDir: string): StopNote | undefined {
  const file = stopNoteFile(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return stopNote.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

export function writeStopNote(
  dataDir: string,
  { counts }: LedgerFigures,
  stoppedAt: Date,
): void {
  const file = stopNoteFile(dataDir)
  const texts = Object.entries(counts).map(([name, count]) => [
    name,
    String(count),
  ])
  const note = { stoppedAt, counts: Object.fromEntries(texts) }
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/**
 * Explains how a ledger contradicts the figures of the last stop. Counts may have
 * grown, since other programs may have used the database, and upgrades rename
 * counts.
 */
export function contradictions(
  note: StopNote,
  { counts, broken }: LedgerFigures,
): string[] {
  const fallen = Object.entries(note.counts)
    .filter(([name, noted]) => (counts[name] ?? 0n) < noted)
    .filter(([name]) => name in counts || name === 'players')
    .map(([name, noted]) => `${name}: ${noted} then, ${counts[name] ?? 0} now`)
  return [...fallen, ...broken]
}
