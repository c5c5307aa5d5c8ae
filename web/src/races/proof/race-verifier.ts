import * as z from 'zod/mini'
import type { RacePush } from '#core/api/races.ts'
import { readRecord } from '#core/api/records.ts'
import type { BetPush } from '#core/api/socket.ts'
import {
  type OpenRaceBetRecord,
  openRaceBetRecord,
  type RaceBetRecord,
  raceBetRecord,
} from '#core/evidence/race-record.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { deriveRaceId } from '#core/race/race-id.ts'
import { toSalt } from '#core/race/salt.ts'
import { previousSeed } from '#core/race/seed-chain.ts'
import { call, ifRecordFound } from '../../lib/call.ts'
import {
  judgeRaceBet,
  type RaceBetProof,
  type RaceMismatch,
} from './judge-race-bet.ts'
import type { RaceTicket, TicketStore } from './race-ticket.ts'

/** Verification state of a bet. */
export type RaceProofState =
  | RaceBetProof['is']
  | 'checking'
  /** The race is not settled yet. */
  | 'open'
  | 'unchecked'

export type RaceAlarm = {
  /** Id of the race's or bet's record. */
  recordId: string
  what: RaceMismatch
}

const readBetRecord = {
  ...readRecord,
  answer: z.union([raceBetRecord, openRaceBetRecord]),
}

/** Reads the record of a bet; undefined if the API has none. */
export function readRaceBetRecord(
  id: string,
): Promise<RaceBetRecord | OpenRaceBetRecord | undefined> {
  return ifRecordFound(call(readBetRecord, { params: { id } }))
}

type VerifierDeps = {
  hashes: Hashes
  tickets: TicketStore
  /** Undefined where the API knows of no such bet. */
  record: typeof readRaceBetRecord
  onState: (id: string, state: RaceProofState) => void
  onAlarm: (alarm: RaceAlarm) => void
}

type Promised = Extract<RacePush, { commitment: string }>

/** Covers bets that are settled a few races late. */
const RACES_KEPT = 8

/**
 * Verifies races: compares commitments with what is shown later, and verifies
 * each of the player's bets once its race is over.
 */
export class RaceVerifier {
  readonly #deps: VerifierDeps
  /** By the races' ids. */
  readonly #commitments = new Map<string, string>()
  readonly #starts = new Map<string, Extract<RacePush, { type: 'raceStart' }>>()
  readonly #ends = new Map<string, BetPush>()
  readonly #checking = new Set<string>()

  constructor(deps: VerifierDeps) {
    this.#deps = deps
  }

  /** Records the facts of a message, and verifies the bets on races that are over. */
  receive(message: RacePush): void {
    const { number } = message
    if (message.type === 'raceState' || message.type === 'nextRace') {
      this.#notePromise(message)
    }
    if (message.type === 'raceStart') this.#noteStart(message)
    const isOver = message.type === 'raceResult'
    for (const ticket of this.#deps.tickets.all()) {
      const isDue =
        ticket.number < number || (isOver && ticket.number === number)
      if (isDue) void this.#verify(ticket.transactionId)
    }
    for (const id of isOver ? this.#ends.keys() : []) void this.#verify(id)
  }

  /** Records the race that a bet was placed on. */
  notePlaced(ticket: RaceTicket): void {
    const { commitment, raceId } = ticket
    this.#deps.tickets.keep(ticket)
    const shown = this.#commitments.get(raceId)
    if (shown !== undefined && shown !== commitment) {
      this.#deps.onAlarm({ recordId: raceId, what: 'commitment' })
    }
  }

  /** Records the reported end of a bet, and verifies it. */
  noteEnd(push: BetPush): void {
    this.#ends.set(push.id, push)
    void this.#verify(push.id)
  }

  #notePromise(message: Promised): void {
    const { hashes, onAlarm } = this.#deps
    const { commitment, phase, raceId } = message
    // Once the seed is revealed, a commitment proves nothing.
    if (phase !== 'betting' && phase !== 'closed') return
    const before = this.#commitments.get(raceId)
    if (before !== undefined && before !== commitment) {
      onAlarm({ recordId: raceId, what: 'commitment' })
      return
    }
    if (!isRightId(hashes, message)) onAlarm({ recordId: raceId, what: 'id' })
    keepLast(this.#commitments, raceId, commitment)
  }

  #noteStart(start: Extract<RacePush, { type: 'raceStart' }>): void {
    const { raceId: recordId, salt, saltBlock, serverSeed } = start
    const { hashes, onAlarm } = this.#deps
    keepLast(this.#starts, recordId, start)
    const commitment = this.#commitments.get(recordId)
    if (commitment && previousSeed(hashes, serverSeed) !== commitment) {
      onAlarm({ recordId, what: 'commitment' })
    }
    if (toSalt(saltBlock) !== salt) onAlarm({ recordId, what: 'salt' })
  }

  /** Verifies a bet; one whose race is not settled yet is retried at the next message. */
  async #verify(id: string): Promise<void> {
    if (this.#checking.has(id)) return
    this.#checking.add(id)
    const { onAlarm, onState, record, tickets } = this.#deps
    onState(id, 'checking')
    try {
      const found = await record(id)
      if (found && !('serverSeed' in found)) return onState(id, 'open')
      const proof = this.#judged(id, found)
      tickets.drop(id)
      this.#ends.delete(id)
      onState(id, proof.is)
      if (proof.is === 'mismatch') onAlarm({ recordId: id, what: proof.what })
    } catch {
      onState(id, 'unchecked')
    } finally {
      this.#checking.delete(id)
    }
  }

  #judged(id: string, found: RaceBetRecord | undefined): RaceBetProof {
    const { hashes, tickets } = this.#deps
    if (!found) return { is: 'mismatch', what: 'record_missing' }
    const { raceId } = found.gameData
    return judgeRaceBet(hashes, found, {
      ticket: tickets.find(id),
      commitment: this.#commitments.get(raceId),
      start: this.#starts.get(raceId),
      end: this.#ends.get(id),
    })
  }
}

/**
 * True if a race's id matches its terms, which therefore can't change after a
 * bet.
 */
function isRightId(
  hashes: Hashes,
  { nextRaceTime, raceId, saltChain, ...terms }: Promised,
): boolean {
  if (!saltChain) return true
  const closedAtMs = nextRaceTime
  return deriveRaceId(hashes, { ...terms, closedAtMs, saltChain }) === raceId
}

function keepLast<Value>(
  map: Map<string, Value>,
  raceId: string,
  value: Value,
): void {
  map.set(raceId, value)
  const [oldest] = map.keys()
  if (map.size > RACES_KEPT && oldest !== undefined) map.delete(oldest)
}
