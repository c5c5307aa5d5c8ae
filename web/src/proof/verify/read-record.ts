import { type AnyRecord, anyRecord } from '#core/api/records.ts'
import { isOfSports, sportsRecord } from '#core/api/sports.ts'
import { isOfRace, parsedRaceRecord } from '#core/evidence/race-record.ts'
import { shownRecord } from '#core/evidence/round-record.ts'

/** A record, or in words why a text is none. */
export type ReadRecord = { record: AnyRecord } | { problem: string }

/** Reads what a player drops, picks or pastes. */
export function readRecord(text: string): ReadRecord {
  const json = parsedJson(text)
  if (json === undefined) return { problem: 'This is not JSON.' }
  const known = anyRecord.safeParse(json)
  if (known.success) return { record: known.data }
  const shown = parsedByKind(json)
  if (shown.success) return { record: shown.data }
  const place = shown.error.issues[0]?.path.join('.')
  return {
    problem: place
      ? `This is not the record of a round: “${place}” is missing or has a value that no record has.`
      : 'This is not the record of a round.',
  }
}

function parsedByKind(json: unknown) {
  if (isOfRace(json)) return parsedRaceRecord(json)
  if (isOfSports(json)) return sportsRecord.safeParse(json)
  return shownRecord.safeParse(json)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
