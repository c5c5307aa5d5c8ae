import { assert } from '#core/assert.ts'
import {
  type RaceBetRecord,
  type RaceRecord,
  raceBetRecordOf,
  raceRecordOf,
} from '#core/evidence/race-record.ts'
import type { ChainLink } from '#core/race/seed-chain.ts'
import {
  type SettledRace,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import type { GoldenRace } from './race-golden-file.ts'

const OLD_RACE_ID = '019ca9b1-5c00-7000-8000-0000000004e9'
const SETTLED_AT = '2026-03-01T12:01:00.000Z'

/** Finds the first matching race. */
export function raceWhere(
  races: readonly GoldenRace[],
  isWanted: (race: GoldenRace) => boolean,
): GoldenRace {
  const race = races.find(isWanted)
  assert(race !== undefined, 'golden races cover every kind')
  return race
}

/** Builds the record that the API would return for a golden race. */
export function recordOf(race: GoldenRace, terminal: ChainLink): RaceRecord {
  const settled = settledOf(race)
  const expectedHash = settledHash(nativeHashes, settled)
  return raceRecordOf(nativeHashes, settled, {
    id: race.raceId ?? OLD_RACE_ID,
    ...proof(terminal),
    expectedHash,
  })
}

/** Builds the record of a race's bet, given its index in the golden race. */
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

/** Valid records that invalid ones are derived from. */
export type HonestRaces = {
  terminal: ChainLink
  /** A completed race, the one after it, and a void one. */
  race: RaceRecord
  next: RaceRecord
  voided: RaceRecord
  /** A race of version 1. */
  old: RaceRecord
  /** Bets on `race`: a win that was rounded up, and a loss. */
  won: RaceBetRecord
  lost: RaceBetRecord
}

export function honestRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): HonestRaces {
  const roundedUp = (race: GoldenRace) =>
    race.bets.findIndex(
      ({ bet, payout }) => bet.amount < 10 && payout > 3.8 * bet.amount,
    )
  const race = raceWhere(races, (one) => roundedUp(one) >= 0)
  const next = raceWhere(races, ({ number }) => number === race.number + 1)
  const voided = raceWhere(
    races,
    ({ head, voidReason }) => head !== undefined && voidReason === 'no_block',
  )
  const old = raceWhere(
    races,
    ({ rulesVersion, saltBlock }) => rulesVersion === 1 && !!saltBlock,
  )
  const at = roundedUp(race)
  return {
    terminal,
    race: recordOf(race, terminal),
    next: recordOf(next, terminal),
    voided: recordOf(voided, terminal),
    old: recordOf(old, terminal),
    won: betRecordOf(race, terminal, at),
    lost: betRecordOf(race, terminal, (at + 1) % race.bets.length),
  }
}
