import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { LedgerFigures } from './ledger-figures.ts'

const stopNote = z.object({
  stoppedAt: z.iso.datetime(),
  counts: z.record(z.string(), z.string().regex(/^\d+$/).transform(BigInt)),
})

export type StopNote = z.infer<typeof stopNote>

/** Where a data directory keeps what its last clean stop has counted. */
export function stopNoteFile(dataDir: string): string {
  return join(dataDir, 'last-stop.json')
}

/** What the last clean stop noted; nothing when it can't be told. */
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
 * Why books can't have come from what was noted, in words; nothing when they
 * can. Anybody may have used the database in between, so counts may have
 * grown; and a count that an upgrade has renamed says nothing.
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
