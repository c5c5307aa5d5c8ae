import type { RecordFailure } from '#core/schemas/verified-record.ts'

/** What a chain says of a record, by the node that was named. */
export type ChainReport = { lines: string[]; contradiction: string | undefined }

/** What the command line says of a record. */
export type Report = {
  failure: RecordFailure | undefined
  /** Its checks, and what was replayed. */
  lines: string[]
  /** Said where every check holds: what the record can not prove by itself. */
  proven: string
}
