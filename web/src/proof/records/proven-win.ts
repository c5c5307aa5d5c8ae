import type { AnyRecord } from '#core/api/records.ts'
import { isSportsRecord } from '#core/api/sports.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { trustAssumption } from '#core/games/trust-assumption.ts'
import {
  type FinishedRaceRecord,
  isRaceRecord,
  raceBetRecord,
} from '#core/evidence/race-record.ts'
import {
  type ShownRecord,
  verificationRecord,
} from '#core/evidence/round-record.ts'
import {
  isWeakerRace,
  type RaceRecordVerdict,
  verifiedRaceRecord,
} from '#core/evidence/verify-race.ts'
import { type CheckedRecord, checkedRecord } from './checked-record.ts'
import { type Gain, gainOfRound } from './gain.ts'

/** A bet that brought coins, and that nothing but its seeds decided. */
export interface ProvenWin extends Gain {
  id: string
  game: string
  timestamp: string
  /** Whose it was, by id; left out where the record does not say. */
  player?: string
}

/**
 * What a record proves by itself to have been won; undefined for all others.
 */
export function provenWin(record: AnyRecord): ProvenWin | undefined {
  if (isSportsRecord(record)) return undefined
  if (isRaceRecord(record)) {
    const { data } = raceBetRecord.safeParse(record)
    return data && raceWin(data, verifiedRaceRecord(nobleHashes, data))
  }
  const { data } = verificationRecord.safeParse(record)
  return data && roundWin(data, checkedRecord(nobleHashes, data, undefined))
}

/**
 * Of a round that was checked; none where the house knew both seeds or had its
 * say.
 */
export function roundWin(
  { id, gameType: game, timestamp, gameData }: ShownRecord,
  { isSuccessful, round }: CheckedRecord,
): ProvenWin | undefined {
  if (!isSuccessful || !round || gameData.weaker) return undefined
  if (trustAssumption(round.actions)) return undefined
  const gain = gainOfRound(round)
  if (!gain || gain.paid <= gain.staked) return undefined
  return { id, game, timestamp, player: gameData.player, ...gain }
}

/**
 * Of a bet on a race that was checked; none where the operator makes the salt's
 * chain.
 */
export function raceWin(
  record: FinishedRaceRecord,
  { failure, settled }: RaceRecordVerdict,
): ProvenWin | undefined {
  if (failure || isWeakerRace(record)) return undefined
  if (!settled || !('bet' in settled)) return undefined
  const gain = { staked: settled.bet.amount, paid: settled.outcome.payout }
  const { id, gameType: game, timestamp } = record
  return gain.paid > gain.staked ? { id, game, timestamp, ...gain } : undefined
}
