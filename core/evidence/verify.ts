import { isSportsRecord, type SportsRecord } from '../api/sports.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { registry } from '../games/registry.ts'
import type { RecordFailure, Verification } from './claim.ts'
import { type FinishedRaceRecord, isRaceRecord } from './race-record.ts'
import { type AnyRecord, parsedRecord } from './record.ts'
import {
  isOpen,
  type VerificationRecord,
  verificationRecord,
} from './round-record.ts'
import { type VerifiedRace, verifyRace } from './verify-race.ts'
import {
  type RoundSources,
  type VerifiedRound,
  verifyRound,
} from './verify-round.ts'
import { verifySports } from './verify-sports.ts'

/** A record and the result of verifying it. */
export type Verified =
  | ({ kind: 'round'; record: VerificationRecord } & VerifiedRound)
  | ({ kind: 'race'; record: FinishedRaceRecord } & VerifiedRace)
  | ({ kind: 'sports'; record: SportsRecord } & Verification)

/** Verifies a record of any kind, ignoring the server's own verification. */
export function verify(
  record: AnyRecord,
  sources: RoundSources,
): Verified | 'open' | 'incomplete' {
  if (isSportsRecord(record)) {
    return { kind: 'sports', record, ...verifySports(record) }
  }
  if (isRaceRecord(record)) {
    if (!('serverSeed' in record)) return 'open'
    return { kind: 'race', record, ...verifyRace(record, sources) }
  }
  if (isOpen(record)) return 'open'
  const { data: whole } = verificationRecord.safeParse(record)
  if (!whole) return 'incomplete'
  return { kind: 'round', record: whole, ...verifyRound(whole, sources) }
}

/** Returns the first check that a record of any kind fails by itself; undefined if it passes all. */
export function recordFailure(
  hashes: Hashes,
  record: unknown,
  games = registry,
): RecordFailure | undefined {
  const { data } = parsedRecord(record)
  const verified = data && verify(data, { hashes, games })
  return typeof verified === 'object' ? verified.failure : 'malformed'
}
