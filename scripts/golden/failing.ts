import type { InvalidRecord } from '#core/schemas/golden-file.ts'
import type { RecordFailure } from '#core/schemas/verified-record.ts'

/** Records that all fail the same check, each by what is wrong with it. */
export function failing(
  failure: RecordFailure,
  records: Readonly<Record<string, object>>,
): InvalidRecord[] {
  return Object.entries(records).map(([what, record]) => ({
    what,
    failure,
    record,
  }))
}
