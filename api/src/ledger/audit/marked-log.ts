import { toHex } from '#core/fairness/hashes.ts'
import type { StoredSpan } from './audit.store.ts'
import { MARK_LENGTH } from './log-hasher.ts'
import type { ReadRow } from './log-reader.ts'

/** A stored row and its recomputed mark. */
export type MarkedRow = Pick<ReadRow, 'id' | 'seq'> & { mark: string }

const MARK_HEX = new RegExp(`.{${MARK_LENGTH}}`, 'g')

/** The first thing that differs in a player's log since the day was closed. */
export function firstDifference(
  span: StoredSpan,
  rows: readonly MarkedRow[],
): string | undefined {
  const marks = toHex(span.marks).match(MARK_HEX) ?? []
  let seq = span.after + 1
  for (const [index, row] of rows.entries()) {
    const difference =
      gapBefore(row, seq) ?? markDifference(row, marks[index], marks[index + 1])
    if (difference) return `${difference} of player ${span.player}`
    if (row.seq !== undefined) seq += 1
  }
  if (seq <= span.seq) return `${missing(seq)} of player ${span.player}`
  const isShort = rows.length < marks.length
  return isShort
    ? `missing: the last round or bet of player ${span.player}`
    : undefined
}

function gapBefore({ seq }: MarkedRow, expected: number) {
  return seq === undefined || seq === expected ? undefined : missing(expected)
}

function markDifference(
  row: MarkedRow,
  own: string | undefined,
  next: string | undefined,
): string | undefined {
  if (own === row.mark) return undefined
  return next === row.mark
    ? `missing: a round or bet before ${nameOf(row)}`
    : `changed: ${nameOf(row)}`
}

function missing(seq: number): string {
  return `missing: transaction ${seq}`
}

function nameOf({ id, seq }: MarkedRow): string {
  return seq === undefined ? `round or bet ${id}` : `transaction ${seq} (${id})`
}
