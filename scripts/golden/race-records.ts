import { assert } from '#core/assert.ts'
import type { GoldenRace } from '#core/race/golden/golden-races.ts'
import type { ChainLink } from '#core/race/seed-chain.ts'
import {
  type SettledRace,
  settledHash,
  settledRace,
} from '#core/race/settled-race.ts'
import { settledRaceBet } from '#core/race/settled-race-bet.ts'
import type { RaceBetRecord, RaceRecord } from '#core/schemas/race-record.ts'
import { raceBetRecordOf, raceRecordOf } from '#core/schemas/race-record-of.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'

const OLD_RACE_ID = '019ca9b1-5c00-7000-8000-0000000004e9'
const SETTLED_AT = '2026-03-01T12:01:00.000Z'

/** The first golden race of a kind. */
export function raceWhere(
  races: readonly GoldenRace[],
  isWanted: (race: GoldenRace) => boolean,
): GoldenRace {
  const race = races.find(isWanted)
  assert(race !== undefined, 'golden races are of every kind')
  return race
}

/** The record that the API would answer of a golden race. */
export function recordOf(race: GoldenRace, terminal: ChainLink): RaceRecord {
  const settled = settledOf(race)
  const expectedHash = settledHash(nativeHashes, settled)
  return raceRecordOf(nativeHashes, settled, {
    id: race.raceId ?? OLD_RACE_ID,
    ...proof(terminal),
    expectedHash,
  })
}

/** The record of one of its bets. @param at its place in the golden race's list. */
export function betRecordOf(
  race: GoldenRace,
  terminal: ChainLink,
  at: number,
): RaceBetRecord {
  const accepted = race.bets[at]
  assert(accepted !== undefined, 'a golden race has a bet on each horse')
  const { id, bet, index } = accepted
  const settled = settledOf(race)
  const expectedHash = settledHash(
    nativeHashes,
    settledRaceBet(nativeHashes, settled, { id, bet, index }),
  )
  return raceBetRecordOf(
    nativeHashes,
    { race: settled, raceId: race.raceId ?? OLD_RACE_ID, bet, index },
    { id, ...proof(terminal), expectedHash },
  )
}

function settledOf(race: GoldenRace): SettledRace {
  return settledRace(nativeHashes, race)
}

function proof({ number, seed }: ChainLink) {
  return { timestamp: SETTLED_AT, chainTerminal: { number, hash: seed } }
}
