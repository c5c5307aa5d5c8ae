import type { BetPush } from '#core/api/socket.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { raceBet } from '#core/race/race-bet.ts'
import type { RaceBetRecord } from '#core/evidence/race-record.ts'
import {
  isWeakerRace,
  type RaceRecordFailure,
  verifiedRaceRecord,
} from '#core/evidence/verify-race.ts'
import type { RaceStart } from '../race-scene.ts'
import type { RaceTicket } from './race-ticket.ts'

/** What this browser saw of a race and of a bet on it. */
export type SeenRaceBet = {
  /** Kept when the bet was placed here. */
  ticket: RaceTicket | undefined
  /** As it was shown before betting closed. */
  commitment: string | undefined
  /** By which the race was shown. */
  start: Pick<RaceStart, 'serverSeed' | 'salt'> | undefined
  /** What was said to have come of it. */
  end: Pick<BetPush, 'status' | 'payout'> | undefined
}

export type RaceMismatch =
  | RaceRecordFailure
  | 'other_bet'
  | 'other_close'
  | 'other_race'
  | 'other_payout'
  | 'record_missing'

export type RaceBetProof =
  | { is: 'proven' }
  /** Replayed, but the operator makes the salt's chain. */
  | { is: 'weaker' }
  /** Not run, for want of a salt: that is the operator's word. */
  | { is: 'void' }
  /** Replayed, but this browser saw no commitment before. */
  | { is: 'unknown' }
  | { is: 'mismatch'; what: RaceMismatch }

/** Replays a race and a bet on it, and compares them with what was seen of both. */
export function judgeRaceBet(
  hashes: Hashes,
  record: RaceBetRecord,
  seen: SeenRaceBet,
): RaceBetProof {
  const { gameData } = record
  const known = seen.ticket?.commitment ?? seen.commitment
  const what = brokenPromise(record, seen) ?? failureOf(hashes, record)
  if (what) return { is: 'mismatch', what }
  if ('void' in gameData.outcome) return { is: 'void' }
  if (known === undefined) return { is: 'unknown' }
  return { is: isWeakerRace(record) ? 'weaker' : 'proven' }
}

function brokenPromise(
  record: RaceBetRecord,
  { commitment, end, start, ticket }: SeenRaceBet,
): RaceMismatch | undefined {
  const { serverSeedHash } = record.gameData
  const promises = [commitment, ticket?.commitment]
  if (promises.some((one) => one !== undefined && one !== serverSeedHash)) {
    return 'commitment'
  }
  const other = ticket && otherThanPromised(record, ticket)
  if (other) return other
  if (start && !isRunBy(record, start)) return 'other_race'
  return end && !isPaidAs(record, end) ? 'other_payout' : undefined
}

function otherThanPromised(
  record: RaceBetRecord,
  ticket: RaceTicket,
): RaceMismatch | undefined {
  if (!isOfBet(record, ticket)) return 'other_bet'
  const { closedAtMs } = record.gameData
  return ticket.closesAtMs === closedAtMs ? undefined : 'other_close'
}

function isRunBy(
  { clientSeed, serverSeed }: RaceBetRecord,
  start: NonNullable<SeenRaceBet['start']>,
): boolean {
  return start.serverSeed === serverSeed && start.salt === clientSeed
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

/** Whether the coins that came are those of the record. */
function isPaidAs(
  { gameData: { outcome } }: RaceBetRecord,
  { payout, status }: NonNullable<SeenRaceBet['end']>,
): boolean {
  if (outcome.payout !== payout) return false
  if ('void' in outcome) return status === 'void'
  return status === (payout > 0 ? 'won' : 'lost')
}

/**
 * What the record fails by itself. The way to the chain's published end is
 * left to its page, for it can be long: the link before, which was shown as
 * the commitment, stands for it.
 */
function failureOf(
  hashes: Hashes,
  record: RaceBetRecord,
): RaceRecordFailure | undefined {
  const { nonce } = record
  // It is the published end that is anchored.
  const { anchor: _, ...gameData } = record.gameData
  const chainTerminal = { number: nonce - 1, hash: gameData.serverSeedHash }
  const near = { ...record, gameData: { ...gameData, chainTerminal } }
  return verifiedRaceRecord(hashes, near).failure
}
