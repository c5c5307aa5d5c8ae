import type { BetPush } from '#core/api/socket.ts'
import type { RecordFailure } from '#core/evidence/claim.ts'
import { failureText } from '#core/evidence/failure-text.ts'
import type { RaceBetRecord } from '#core/evidence/race-record.ts'
import { verifyRace } from '#core/evidence/verify-race.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { raceBet } from '#core/race/race-bet.ts'
import type { RaceStart } from '../race-scene.ts'
import type { RaceTicket } from './race-ticket.ts'

/** Facts about a race and a bet on it that this browser saw. */
export type SeenRaceBet = {
  /** Stored if the bet was placed here. */
  ticket: RaceTicket | undefined
  /** As shown before betting closed. */
  commitment: string | undefined
  /** As the race was shown. */
  start: Pick<RaceStart, 'serverSeed' | 'salt'> | undefined
  /** As the settlement was announced. */
  end: Pick<BetPush, 'status' | 'payout'> | undefined
}

export type RaceMismatch =
  | RecordFailure
  | 'other_bet'
  | 'other_close'
  | 'other_race'
  | 'other_payout'
  | 'record_missing'

/** Alarm texts of races and bets on them. */
export const raceAlarmText: Readonly<Record<RaceMismatch, string>> = {
  ...failureText,
  other_bet: 'The record is for a different bet than the one placed here.',
  other_close:
    'The record has a different betting deadline than the one shown here.',
  other_payout: 'The coins you were paid don’t match the race.',
  other_race: 'The race shown here is not the one on record.',
  record_missing: 'The house has no record of a bet it had accepted.',
}

export type RaceBetProof =
  | { is: 'proven' }
  /** Replayed, but the operator makes the salt's chain. */
  | { is: 'weaker' }
  /** Void without a salt, by the operator's word. */
  | { is: 'void' }
  /** Replayed, but this browser saw no commitment before. */
  | { is: 'unknown' }
  | { is: 'mismatch'; what: RaceMismatch }

/** Verifies a bet on a race, and compares it with what was seen of both. */
export function judgeRaceBet(
  hashes: Hashes,
  record: RaceBetRecord,
  seen: SeenRaceBet,
): RaceBetProof {
  const broken = brokenPromise(record, seen)
  if (broken) return { is: 'mismatch', what: broken }
  const { failure, status } = verifyRace(nearRecord(record), { hashes })
  if (failure) return { is: 'mismatch', what: failure }
  if ('void' in record.gameData.outcome) return { is: 'void' }
  if ((seen.ticket?.commitment ?? seen.commitment) === undefined) {
    return { is: 'unknown' }
  }
  return { is: status === 'weaker' ? 'weaker' : 'proven' }
}

/**
 * Replaces the end of the seed chain by the link before, which was shown as the
 * commitment. The way to the end, which is anchored, can be long: it is left to
 * the record's page.
 */
function nearRecord(record: RaceBetRecord): RaceBetRecord {
  const { anchor: _, ...gameData } = record.gameData
  const chainTerminal = {
    number: record.nonce - 1,
    hash: gameData.serverSeedHash,
  }
  return { ...record, gameData: { ...gameData, chainTerminal } }
}

function brokenPromise(
  record: RaceBetRecord,
  { commitment, end, start, ticket }: SeenRaceBet,
): RaceMismatch | undefined {
  const { serverSeedHash, closedAtMs } = record.gameData
  const promises = [commitment, ticket?.commitment]
  if (promises.some((one) => one !== undefined && one !== serverSeedHash)) {
    return 'commitment'
  }
  if (ticket && !isOfBet(record, ticket)) return 'other_bet'
  if (ticket && ticket.closesAtMs !== closedAtMs) return 'other_close'
  const { clientSeed: salt, serverSeed } = record
  if (start && (start.salt !== salt || start.serverSeed !== serverSeed)) {
    return 'other_race'
  }
  return end && !isPaidAs(record, end) ? 'other_payout' : undefined
}

function isOfBet(record: RaceBetRecord, ticket: RaceTicket): boolean {
  const { id, nonce, gameData } = record
  const bet = raceBet.safeParse(gameData.bet).data
  return (
    id === ticket.transactionId &&
    nonce === ticket.number &&
    gameData.raceId === ticket.raceId &&
    gameData.index === ticket.index &&
    bet?.horseId === ticket.horseId &&
    bet.amount === ticket.amount
  )
}

/** True if the paid coins match the record. */
function isPaidAs(
  { gameData: { outcome } }: RaceBetRecord,
  { payout, status }: NonNullable<SeenRaceBet['end']>,
): boolean {
  if (outcome.payout !== payout) return false
  if ('void' in outcome) return status === 'void'
  return status === (payout > 0 ? 'won' : 'lost')
}
