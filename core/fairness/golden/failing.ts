import type { InvalidRecord } from '../../schemas/golden-file.ts'
import type { RecordFailure } from '../../schemas/verified-record.ts'

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
