import type { RecordFailure } from '#core/schemas/verified-record.ts'

/** Result of checking a record against the chain. */
export type ChainReport = { lines: string[]; contradiction: string | undefined }

/** What the command line says of a record. */
export type Report = {
  failure: RecordFailure | undefined
  /** Its checks, and what was replayed. */
  lines: string[]
  /** Said where every check holds: what the record can not prove by itself. */
  proven: string
}
