import { toHex } from '#core/fairness/hashes.ts'
import type { StoredSpan } from './audit.store.ts'
import { MARK_LENGTH } from './log-hasher.ts'
import type { ReadEntry } from './log-reader.ts'

/** An entry that is there, and the mark that it has now. */
export type MarkedEntry = Pick<ReadEntry, 'id' | 'seq'> & { mark: string }

const MARK_HEX = new RegExp(`.{${MARK_LENGTH}}`, 'g')

/** The first thing that differs in a player's log since the day was closed. */
export function firstDifference(
  span: StoredSpan,
  entries: readonly MarkedEntry[],
): string | undefined {
  const marks = toHex(span.marks).match(MARK_HEX) ?? []
  let seq = span.after + 1
  for (const [index, entry] of entries.entries()) {
    const difference =
      gapBefore(entry, seq) ??
      markDifference(entry, marks[index], marks[index + 1])
    if (difference) return `${difference} of player ${span.player}`
    if (entry.seq !== undefined) seq += 1
  }
  if (seq <= span.seq) return `${missing(seq)} of player ${span.player}`
  const isShort = entries.length < marks.length
  return isShort
    ? `missing: the last round of player ${span.player}`
    : undefined
}

function gapBefore({ seq }: MarkedEntry, expected: number) {
  return seq === undefined || seq === expected ? undefined : missing(expected)
}

function markDifference(
  entry: MarkedEntry,
  own: string | undefined,
  next: string | undefined,
): string | undefined {
  if (own === entry.mark) return undefined
  return next === entry.mark
    ? `missing: a round before ${nameOf(entry)}`
    : `changed: ${nameOf(entry)}`
}

function missing(seq: number): string {
  return `missing: transaction ${seq}`
}

function nameOf({ id, seq }: MarkedEntry): string {
  return seq === undefined ? `round ${id}` : `transaction ${seq} (${id})`
}
