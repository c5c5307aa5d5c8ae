import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { GoldenRace } from '#core/race/golden/golden-races.ts'
import type { ChainLink } from '#core/race/seed-chain.ts'
import type { RaceGoldenFile } from '#core/schemas/race-golden-file.ts'
import { betRecordOf, raceWhere, recordOf } from './race-records.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

/** Records of races and bets of every kind, checked by whatever earlier link of the chain. */
export function validRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): RaceGoldenFile['valid'] {
  const first = raceWhere(races, ({ number }) => number === 1)
  const second = raceWhere(races, ({ number }) => number === 2)
  const voided = raceWhere(races, ({ saltBlock }) => saltBlock === undefined)
  const local = raceWhere(
    races,
    ({ saltBlock }) => saltBlock?.chainId === LOCAL_CHAIN,
  )
  const last = raceWhere(races, ({ number }) => number === races.length)
  const before = { number: last.number - 1, seed: last.commitment }
  return Object.entries({
    'the first race': recordOf(first, terminal),
    'a bet on the first race that won': betRecordOf(
      first,
      terminal,
      winningBet(first),
    ),
    'the second race': recordOf(second, terminal),
    'a bet on the second race that won': betRecordOf(
      second,
      terminal,
      winningBet(second),
    ),
    'a bet that lost': betRecordOf(
      second,
      terminal,
      (winningBet(second) + 1) % 4,
    ),
    'a void race': recordOf(voided, terminal),
    'a bet on a void race': betRecordOf(voided, terminal, 0),
    'a race by a block of a local chain': recordOf(local, terminal),
    'a bet by a block of a local chain': betRecordOf(local, terminal, 3),
    'the last race of a chain': recordOf(last, terminal),
    'the last race, by the seed of the one before': recordOf(last, before),
    'the largest race number, the first of its chain': recordOf(
      { ...last, number: LARGEST },
      { ...before, number: LARGEST - 1 },
    ),
  }).map(([what, record]) => ({ what, record }))
}

function winningBet({ bets }: GoldenRace): number {
  return bets.findIndex(({ payout }) => payout > 0)
}
