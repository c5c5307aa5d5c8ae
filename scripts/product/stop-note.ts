import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LaunchError } from '../cli/launch-error.ts'
import type { LedgerSummary } from './ledger-summary.ts'

const stopNote = z.object({
  stoppedAt: z.iso.datetime(),
  counts: z.record(z.string(), z.coerce.number()),
})

/** Returns the path of the figures at the last clean stop. */
export function stopNoteFile(dataDir: string): string {
  return join(dataDir, 'last-stop.json')
}

/** Returns the figures at the last clean stop; undefined if they can't be read. */
export function readStopNote(dataDir: string) {
  const file = stopNoteFile(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return stopNote.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Notes the figures that the next start compares, unless they are wrong already. */
export function writeStopNote(
  dataDir: string,
  figures: LedgerSummary,
  stoppedAt = new Date(),
): void {
  const noted = readStopNote(dataDir)?.counts
  if (contradictions(noted, figures).length > 0) return
  const file = stopNoteFile(dataDir)
  const note = { stoppedAt, counts: figures.counts }
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/** @throws LaunchError if the ledger contradicts the last clean stop. */
export function requireLedger(dataDir: string, figures: LedgerSummary): void {
  const note = readStopNote(dataDir)
  if (!note) return
  const wrong = contradictions(note.counts, figures)
  if (wrong.length === 0) return
  throw new LaunchError(
    `The ledger in ${dataDir} does not follow from its last clean stop (${note.stoppedAt}): ${wrong.join('; ')}. Something has damaged or replaced the database; restore your copy of ${dataDir}, or move it away to start over. If you changed the database on purpose, delete ${stopNoteFile(dataDir)} and start again.`,
  )
}

/**
 * Explains how a ledger contradicts the counts of the last stop. They may have
 * grown, since other programs may have used the database, and upgrades rename
 * them.
 */
export function contradictions(
  noted: LedgerSummary['counts'] = {},
  { counts, broken }: LedgerSummary,
): string[] {
  const fallen = Object.entries(noted)
    .filter(([name, count]) => (counts[name] ?? 0) < count)
    .filter(([name]) => name in counts || name === 'players')
    .map(([name, count]) => `${name}: ${count} then, ${counts[name] ?? 0} now`)
  return [...fallen, ...broken]
}
