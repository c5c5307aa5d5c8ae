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
import {
  isOver,
  type RaceBetRow,
  type RaceChain,
  type RaceWithChain,
  raceInputsOf,
} from './races.store.ts'

const PENDING = 'Not over yet'

/** Returns what a replay needs; for an open race nothing that reveals its result. */
export function recordOfRace(
  hashes: Hashes,
  found: RaceWithChain,
): OpenRaceRecord | RaceRecord {
  if (isOver(found.race)) return recordOfOver(hashes, found)
  const { race } = found
  const { fields, gameData } = announced(found, race.closesAt)
  return { id: race.id, ...fields, gameData }
}

/** Returns the record of an ended race. */
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

/** Returns the record of a bet on a race. */
export function recordOfBet(
  hashes: Hashes,
  found: RaceWithChain,
  bet: RaceBetRow,
): OpenRaceBetRecord | RaceBetRecord {
  const { amount, horse: horseId, id, index, settledAt, settledHash } = bet
  const raceId = found.race.id
  const accepted = { bet: { horseId, amount: coins(amount) }, index }
  if (!isOver(found.race) || settledHash === null) {
    const { fields, gameData } = announced(found, bet.placedAt)
    const more = { betAmount: coins(amount) }
    const data = { ...gameData, raceId, ...accepted }
    return { id, ...fields, ...more, gameData: data }
  }
  const race = settledOf(hashes, found)
  const proof = proofOf(found, { id, at: settledAt, hash: settledHash })
  return raceBetRecordOf(hashes, { race, raceId, ...accepted }, proof)
}

function settledOf(hashes: Hashes, { race }: RaceWithChain): SettledRace {
  return settledRace(hashes, raceInputsOf(race))
}

function proofOf(
  found: RaceWithChain,
  { at, hash, id }: { id: string; at: Date | null; hash: string | null },
): RaceProof {
  assert(
    at !== null && hash !== null,
    'an ended race or bet has its time and hash',
  )
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

/** Returns the chain's end as the seed of the race before its first. */
export function terminalOf(chain: RaceChain) {
  return { number: chain.firstRace - 1, hash: chain.end }
}
