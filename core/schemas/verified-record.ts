import { isSameJson } from '../fairness/canonical-json.ts'
import { epochOf } from '../fairness/epoch.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Round } from '../fairness/round.ts'
import {
  REPLAY_FAILURES,
  type Verdict,
  verifiedRound,
} from '../fairness/verified-round.ts'
import { type GameRegistry, registry } from '../games/registry.ts'
import { lastFailureOf, leadsToAnchor } from './anchored-record.ts'
import { isOfRace } from './race-record.ts'
import {
  type VerificationRecord,
  verificationRecord,
} from './verification-record.ts'
import { raceRecordFailure } from './verified-race-record.ts'

/** Checks of a record, in the order of docs/fairness.md. */
export const RECORD_FAILURES = [
  'malformed',
  'commitment',
  'epoch',
  'chain',
  'id',
  'salt',
  ...REPLAY_FAILURES,
  'draws',
  'outcome',
  'hash',
  'shown',
  'anchor',
] as const
export type RecordFailure = (typeof RECORD_FAILURES)[number]

export type RecordVerdict = Verdict & {
  /** True if the shown values match the seeds. */
  isAsShown: boolean
  /** True if the epoch's root leads to the anchored root; undefined without an anchor. */
  isAnchored: boolean | undefined
  /** First failed check; undefined if all pass. */
  failure: RecordFailure | undefined
}

/** Verifies a record on its own, ignoring the server's `verifiedHash`. */
export function verifiedRecord(
  hashes: Hashes,
  record: VerificationRecord,
  games = registry,
): RecordVerdict {
  const claim = { ...record.gameData, ...record }
  const verdict = verifiedRound(hashes, claim, games)
  const { round } = verdict
  const isAsShown = round !== undefined && shows(record, round, games)
  const isAnchored = leadsToAnchor(hashes, record)
  const failure =
    failureOf(record, verdict) ?? lastFailureOf({ isAsShown, isAnchored })
  return { ...verdict, isAsShown, isAnchored, failure }
}

/** Returns the first check that a record of any kind fails; undefined if it passes all. */
export function recordFailure(
  hashes: Hashes,
  record: unknown,
  games = registry,
): RecordFailure | undefined {
  if (isOfRace(record)) return raceRecordFailure(hashes, record)
  const { data } = verificationRecord.safeParse(record)
  return data ? verifiedRecord(hashes, data, games).failure : 'malformed'
}

function failureOf(
  { nonce, gameData }: VerificationRecord,
  { checks, round, replayFailure }: Verdict,
): RecordFailure | undefined {
  if (!checks.commitment) return 'commitment'
  if (!checks.epoch || gameData.epoch !== epochOf(nonce)) return 'epoch'
  if (!round) return replayFailure
  if (!isSameJson(gameData.draws, round.draws)) return 'draws'
  if (!isSameJson(gameData.outcome, round.outcome)) return 'outcome'
  return checks.replay ? undefined : 'hash'
}

/** True if every shown value matches the round, repeated ones included. */
function shows(
  record: VerificationRecord,
  round: Round,
  { gameOf }: GameRegistry,
): boolean {
  const { bet, actions, draws, outcome, nonce } = round
  const expected = {
    ...outcome,
    bet,
    ...(actions && { actions }),
    draws,
    outcome,
    epoch: epochOf(nonce),
  }
  return (
    record.betAmount === bet.betAmount &&
    record.outcome === gameOf(round)?.describe(outcome) &&
    Object.entries(expected).every(([name, value]) =>
      isSameJson(record.gameData[name], value),
    )
  )
}
