import { isSameJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { isOperatorsChain } from '../race/salt.ts'
import {
  describeRace,
  describeRaceBet,
  type SettledRace,
  type SettledRaceBet,
} from '../race/settled-race.ts'
import { type RaceVerdict, verifiedRace } from '../race/verified-race.ts'
import { lastFailureOf, leadsToAnchor } from './anchored-record.ts'
import { type FinishedRaceRecord, parsedRaceRecord } from './race-record.ts'

/** What the record of a race, or of a bet on one, can fail, in the order in which docs/fairness.md checks it. */
export const RACE_RECORD_FAILURES = [
  'malformed',
  'commitment',
  'chain',
  'rules',
  'id',
  'salt',
  'bet',
  'outcome',
  'hash',
  'shown',
  'anchor',
] as const
export type RaceRecordFailure = (typeof RACE_RECORD_FAILURES)[number]

export type RaceRecordVerdict = RaceVerdict & {
  /** What the record shows is what the seeds lead to. */
  isAsShown: boolean
  /** The end of the seed chain leads to the root of the anchor; undefined without one. */
  isAnchored: boolean | undefined
  /** Undefined where every check holds. */
  failure: RaceRecordFailure | undefined
}

/** Checks a record by itself; the server's own `verifiedHash` counts for nothing. */
export function verifiedRaceRecord(
  hashes: Hashes,
  record: FinishedRaceRecord,
): RaceRecordVerdict {
  const { gameData } = record
  const verdict = verifiedRace(hashes, {
    ...gameData,
    gameType: record.gameType,
    number: record.nonce,
    raceId: 'betAmount' in record ? record.gameData.raceId : record.id,
    serverSeed: record.serverSeed,
    salt: record.clientSeed,
    accepted: acceptedIn(record),
  })
  const { settled } = verdict
  const isAsShown = settled !== undefined && shows(record, settled)
  const isAnchored = leadsToAnchor(hashes, record)
  const failure =
    failureOf(record, verdict) ?? lastFailureOf({ isAsShown, isAnchored })
  return { ...verdict, isAsShown, isAnchored, failure }
}

/** What something that says it is of a race fails; undefined where every check holds. */
export function raceRecordFailure(
  hashes: Hashes,
  record: unknown,
): RaceRecordFailure | undefined {
  const { data } = parsedRaceRecord(record)
  return data ? verifiedRaceRecord(hashes, data).failure : 'malformed'
}

/**
 * True if the operator produces the blocks of the salt's chain, and so could
 * choose the salt.
 */
export function isWeakerRace({
  gameData: { saltBlock },
}: FinishedRaceRecord): boolean {
  return saltBlock !== undefined && isOperatorsChain(saltBlock)
}

function acceptedIn(record: FinishedRaceRecord) {
  if (!('betAmount' in record)) return undefined
  const { bet, index } = record.gameData
  return { id: record.id, bet, index }
}

function failureOf(
  { gameData }: FinishedRaceRecord,
  { checks, settled, replayFailure }: RaceVerdict,
): RaceRecordFailure | undefined {
  if (!checks.commitment) return 'commitment'
  if (!checks.chain) return 'chain'
  if (replayFailure === 'rules') return 'rules'
  if (!checks.id) return 'id'
  if (!checks.salt) return 'salt'
  if (!settled) return replayFailure
  if (!isSameJson(gameData.outcome, settled.outcome)) return 'outcome'
  return checks.replay ? undefined : 'hash'
}

/** Whether all that a record says of its race or bet is so. */
function shows(
  record: FinishedRaceRecord,
  settled: SettledRace | SettledRaceBet,
): boolean {
  const { weaker } = record.gameData
  if (weaker !== undefined && weaker !== isWeakerRace(record)) return false
  if (!('bet' in settled)) {
    return record.outcome === describeRace(settled.outcome)
  }
  return (
    'betAmount' in record &&
    record.betAmount === settled.bet.amount &&
    record.outcome === describeRaceBet(settled.outcome)
  )
}
