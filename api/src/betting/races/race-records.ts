import type { RaceHistoryAnswer } from '#core/api/races.ts'
import { assert } from '#core/assert.ts'
import {
  type OpenRaceBetRecord,
  type OpenRaceRecord,
  type RaceBetRecord,
  type RaceProof,
  type RaceRecord,
  toRaceBetRecord,
  toRaceRecord,
} from '#core/evidence/race-record.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import { RACE_GAME_TYPE, settledRace } from '#core/race/settled-race.ts'
import {
  isOver,
  type RaceBetRow,
  type RaceChain,
  type RaceWithChain,
  toRaceInputs,
} from './races.store.ts'

/** Returns what a replay needs; for an open race nothing that reveals its result. */
export function recordOfRace(
  hashes: Hashes,
  race: RaceWithChain,
): OpenRaceRecord | RaceRecord {
  if (isOver(race)) return toEndedRecord(hashes, race)
  return { id: race.id, ...toAnnouncedRecord(race, race.closesAt) }
}

/** Returns the record of an ended race. */
export function toEndedRecord(
  hashes: Hashes,
  race: RaceWithChain,
): RaceHistoryAnswer[number] {
  const { id, overAt, settledHash } = race
  const settled = settledRace(hashes, toRaceInputs(race))
  const proof = toProof(race, { id, settledAt: overAt, settledHash })
  return toRaceRecord(hashes, settled, proof)
}

/** Returns the record of a bet on a race. */
export function recordOfBet(
  hashes: Hashes,
  found: RaceWithChain,
  bet: RaceBetRow,
): OpenRaceBetRecord | RaceBetRecord {
  const { horse: horseId, id, index } = bet
  const raceId = found.id
  const betAmount = coins(bet.amount)
  const accepted = { bet: { horseId, amount: betAmount }, index }
  if (!isOver(found) || bet.settledHash === null) {
    const { gameData, ...fields } = toAnnouncedRecord(found, bet.placedAt)
    const data = { ...gameData, raceId, ...accepted }
    return { id, ...fields, betAmount, gameData: data }
  }
  const race = settledRace(hashes, toRaceInputs(found))
  const of = { race, raceId, ...accepted }
  return toRaceBetRecord(hashes, of, toProof(found, bet))
}

function toProof(
  { chain }: RaceWithChain,
  settled: Pick<RaceBetRow, 'id' | 'settledAt' | 'settledHash'>,
): RaceProof {
  const { id, settledAt, settledHash } = settled
  assert(
    settledAt !== null && settledHash !== null,
    'an ended race or bet has its time and hash',
  )
  return {
    id,
    timestamp: settledAt.toISOString(),
    chainTerminal: getTerminal(chain),
    expectedHash: settledHash,
  }
}

function toAnnouncedRecord(race: RaceWithChain, at: Date) {
  const { chain, closesAt, commitment, number, rulesVersion, saltChain } = race
  return {
    gameType: RACE_GAME_TYPE,
    timestamp: at.toISOString(),
    outcome: 'Not over yet',
    nonce: number,
    gameData: {
      rulesVersion,
      closedAtMs: closesAt.getTime(),
      ...(saltChain && { saltChain }),
      serverSeedHash: commitment,
      chainTerminal: getTerminal(chain),
    },
  } as const
}

/** Returns the chain's end as the seed of the race before its first. */
export function getTerminal(chain: RaceChain) {
  return { number: chain.firstRace - 1, hash: chain.end }
}
