import type { RaceHistoryAnswer } from '#core/api/races.ts'
import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import {
  RACE_GAME_TYPE,
  type SettledRace,
  settledRace,
} from '#core/race/settled-race.ts'
import type {
  OpenRaceBetRecord,
  OpenRaceRecord,
  RaceBetRecord,
  RaceRecord,
} from '#core/schemas/race-record.ts'
import {
  type RaceProof,
  raceBetRecordOf,
  raceRecordOf,
} from '#core/schemas/race-record-of.ts'
import { raceInputsOf } from './race-inputs.ts'
import type { RaceBetRow, RaceWithChain } from './races.store.ts'
import type { RaceChain } from './seeds.store.ts'

const PENDING = 'Not over yet'

/** All that anyone needs to run a race again; of one to come nothing that tells how it ends. */
export function recordOfRace(
  hashes: Hashes,
  found: RaceWithChain,
): OpenRaceRecord | RaceRecord {
  if (isOver(found)) return recordOfOver(hashes, found)
  const { race } = found
  const { fields, gameData } = announced(found, race.closesAt)
  return { id: race.id, ...fields, gameData }
}

/** Of a race that is over. */
export function recordOfOver(
  hashes: Hashes,
  found: RaceWithChain,
): RaceHistoryAnswer[number] {
  const { race } = found
  const settled = settledOf(hashes, found)
  const proof = proofOf(found, {
    id: race.id,
    at: race.overAt,
    hash: race.settledHash,
  })
  const record = raceRecordOf(hashes, settled, proof)
  const { outcome } = settled
  return { ...record, gameData: { ...record.gameData, outcome } }
}

/** The same of a bet on it. */
export function recordOfBet(
  hashes: Hashes,
  found: RaceWithChain,
  bet: RaceBetRow,
): OpenRaceBetRecord | RaceBetRecord {
  const { amount, horse: horseId, id, index, settledAt, settledHash } = bet
  const raceId = found.race.id
  const accepted = { bet: { horseId, amount: coins(amount) }, index }
  if (!isOver(found) || settledHash === null) {
    const { fields, gameData } = announced(found, bet.placedAt)
    const more = { betAmount: coins(amount) }
    const data = { ...gameData, raceId, ...accepted }
    return { id, ...fields, ...more, gameData: data }
  }
  const race = settledOf(hashes, found)
  const proof = proofOf(found, { id, at: settledAt, hash: settledHash })
  return raceBetRecordOf(hashes, { race, raceId, ...accepted }, proof)
}

function isOver({ race: { status } }: RaceWithChain): boolean {
  return status === 'settled' || status === 'void'
}

function settledOf(hashes: Hashes, { race }: RaceWithChain): SettledRace {
  return settledRace(hashes, raceInputsOf(race))
}

function proofOf(
  found: RaceWithChain,
  { at, hash, id }: { id: string; at: Date | null; hash: string | null },
): RaceProof {
  assert(at !== null && hash !== null, 'what is over has its time and hash')
  return {
    id,
    timestamp: at.toISOString(),
    chainTerminal: terminalOf(found.chain),
    expectedHash: hash,
  }
}

function announced(found: RaceWithChain, at: Date) {
  const { closesAt, commitment, number, rulesVersion, saltChain } = found.race
  return {
    fields: {
      gameType: RACE_GAME_TYPE,
      timestamp: at.toISOString(),
      outcome: PENDING,
      nonce: number,
    } as const,
    gameData: {
      rulesVersion,
      closedAtMs: closesAt.getTime(),
      ...(saltChain && { saltChain }),
      serverSeedHash: commitment,
      chainTerminal: terminalOf(found.chain),
    },
  }
}

/** The chain's end is the hash of its first seed, as if there were a race before. */
export function terminalOf(chain: RaceChain) {
  return { number: chain.firstRace - 1, hash: chain.end }
}
