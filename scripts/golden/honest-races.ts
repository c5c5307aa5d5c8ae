import type { GoldenRace } from '#core/race/golden/golden-races.ts'
import type { ChainLink } from '#core/race/seed-chain.ts'
import type { RaceBetRecord, RaceRecord } from '#core/schemas/race-record.ts'
import { betRecordOf, raceWhere, recordOf } from './race-records.ts'

/** What records of races are forged from. */
export type HonestRaces = {
  terminal: ChainLink
  /** A race that was run, the one after it, and one that is void. */
  race: RaceRecord
  next: RaceRecord
  voided: RaceRecord
  /** A race of version 1. */
  old: RaceRecord
  /** Bets on that race: the winner's, of a stake that takes rounding, and another. */
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
