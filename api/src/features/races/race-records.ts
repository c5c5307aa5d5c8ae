import { assert } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import {
  RACE_GAME_TYPE,
  RACE_RULES_VERSION,
  type SettledRace,
  settledRace,
} from '#core/race/settled-race.ts'
import type { RaceHistoryAnswer } from '#core/schemas/race.ts'
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
import type { RaceBetRow, RaceWithChain } from './races.store.ts'

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
  const { closesAt, number, saltBlock, serverSeed } = race
  assert(serverSeed !== null, 'a race that is over has shown its seed')
  return settledRace(hashes, {
    number,
    serverSeed,
    closedAtMs: closesAt.getTime(),
    saltBlock: saltBlock ?? undefined,
  })
}

function proofOf(
  found: RaceWithChain,
  { at, hash, id }: { id: string; at: Date | null; hash: string | null },
): RaceProof {
  assert(at !== null && hash !== null, 'what is over has its time and hash')
  return {
    id,
    timestamp: at.toISOString(),
    chainTerminal: terminalOf(found),
    expectedHash: hash,
  }
}

function announced(found: RaceWithChain, at: Date) {
  const { closesAt, commitment, number } = found.race
  return {
    fields: {
      gameType: RACE_GAME_TYPE,
      timestamp: at.toISOString(),
      outcome: PENDING,
      nonce: number,
    } as const,
    gameData: {
      rulesVersion: RACE_RULES_VERSION,
      closedAtMs: closesAt.getTime(),
      serverSeedHash: commitment,
      chainTerminal: terminalOf(found),
    },
  }
}

/** The chain's end is the hash of its first seed, as if there were a race before. */
function terminalOf({ chain }: RaceWithChain) {
  return { number: chain.firstRace - 1, hash: chain.end }
}
