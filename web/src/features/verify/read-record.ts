import {
  openRecord,
  type PublicRecord,
  shownRecord,
} from '#core/schemas/verification-record.ts'

/** A record, or in words why a text is none. */
export type ReadRecord = { record: PublicRecord } | { problem: string }

/** Reads what a player drops, picks or pastes. */
export function readRecord(text: string): ReadRecord {
  const json = parsedJson(text)
  if (json === undefined) return { problem: 'This is not JSON.' }
  const open = openRecord.safeParse(json)
  if (open.success) return { record: open.data }
  const shown = shownRecord.safeParse(json)
  if (shown.success) return { record: shown.data }
  const place = shown.error.issues[0]?.path.join('.')
  return {
    problem: place
      ? `This is not the record of a round: “${place}” is missing or has a value that no record has.`
      : 'This is not the record of a round.',
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
