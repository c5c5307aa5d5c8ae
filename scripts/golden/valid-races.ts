import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { ChainLink } from '#core/race/seed-chain.ts'
import type { GoldenRace, RaceGoldenFile } from './race-golden-file.ts'
import { betRecordOf, raceWhere, recordOf } from './race-records.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

/** Valid records of every kind of race and bet, with various terminal hashes. */
export function validRaces(
  races: readonly GoldenRace[],
  terminal: ChainLink,
): RaceGoldenFile['valid'] {
  const first = raceWhere(races, ({ number }) => number === 1)
  const second = raceWhere(races, ({ number }) => number === 2)
  const voidFor = (reason: string, hasHead = true) =>
    raceWhere(
      races,
      ({ head, voidReason }) =>
        voidReason === reason && (head !== undefined) === hasHead,
    )
  const local = raceWhere(
    races,
    ({ saltBlock }) => saltBlock?.chainId === LOCAL_CHAIN,
  )
  const old = races.filter(({ rulesVersion }) => rulesVersion === 1)
  const oldRun = raceWhere(old, ({ saltBlock }) => saltBlock !== undefined)
  const oldVoid = raceWhere(old, ({ saltBlock }) => saltBlock === undefined)
  const oldLocal = raceWhere(
    old,
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
    'a void race': recordOf(voidFor('no_block'), terminal),
    'a bet on a void race': betRecordOf(voidFor('no_block'), terminal, 0),
    'a race for which no node answered': recordOf(
      voidFor('no_block', false),
      terminal,
    ),
    'a race whose salt may have been public': recordOf(
      voidFor('chain_ahead'),
      terminal,
    ),
    'a race of version 1': recordOf(oldRun, terminal),
    'a bet of version 1': betRecordOf(oldRun, terminal, winningBet(oldRun)),
    'a void race of version 1': recordOf(oldVoid, terminal),
    'a race of version 1 by a block of a local chain': recordOf(
      oldLocal,
      terminal,
    ),
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
