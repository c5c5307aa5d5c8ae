import { isSameJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { isOperatorsChain } from '../race/salt.ts'
import { describeRace, type SettledRace } from '../race/settled-race.ts'
import {
  describeRaceBet,
  type SettledRaceBet,
} from '../race/settled-race-bet.ts'
import { type RaceVerdict, verifiedRace } from '../race/verified-race.ts'
import { lastFailureOf, leadsToAnchor } from './anchored-record.ts'
import { type FinishedRaceRecord, parsedRaceRecord } from './race-record.ts'

/** Checks of a race's or bet's record, in the order of docs/fairness.md. */
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
  /** True if the shown values match the seeds. */
  isAsShown: boolean
  /** True if the seed chain's end leads to the anchored root; undefined without an anchor. */
  isAnchored: boolean | undefined
  /** First failed check; undefined if all pass. */
  failure: RaceRecordFailure | undefined
}

/** Verifies a record on its own, ignoring the server's `verifiedHash`. */
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

/** Returns the first check that a race's record fails; undefined if it passes all. */
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

/** True if every shown value matches the race or bet. */
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
