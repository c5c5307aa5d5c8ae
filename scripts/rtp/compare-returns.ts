import { checkReturn, isCredible } from '#core/games/return-check.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { createLedger } from '../../api/src/ledger/ledger.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import { openDatabase, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { type Measure, rounded, withoutBar } from '../cli/measures.ts'
import {
  type GameKit,
  type JackpotReturn,
  OF_THE_STAKE,
} from '../game-kits/game-kit.ts'
import { raceFigures, racesTally } from './races.ts'
import { NOT_PLAYED, readTallies, type Tally } from './tallies.ts'

/** Compares a database's rounds and races with their rules. @throws LaunchError before a round is over. */
export async function compareReturns(
  databaseUrl: string,
  kits: readonly GameKit[],
): Promise<Measure[]> {
  const pool = openPool(databaseUrl, makeLogger('fatal'))
  try {
    const db = openDatabase(pool)
    const ledger = createLedger({ db, clock: systemClock }).service
    const pot = coins((await ledger.totals()).jackpot)
    const tallies = await readTallies(db, kits)
    const races = await racesTally(db)
    if (tallies.size + races.rounds === 0) {
      throw new LaunchError('No round is over yet.')
    }
    const games = kits.flatMap(({ game, returns: { name, jackpot } }) => {
      const tally = tallies.get(game.gameType) ?? NOT_PLAYED
      const compare = game.expectedReturn.spread ? returnRow : deviationRow
      return [
        ...gameRows(name, tally.base, compare),
        ...(jackpot ? jackpotRows(name, tally.jackpot) : []),
        ...(jackpot ? potRows(name, jackpot, pot) : []),
      ]
    })
    return [...games, ...gameRows(raceFigures.name, races, returnRow)]
  } finally {
    await pool.end()
  }
}

const BAND = 'in 99 of 100 honest houses'

function gameRows(
  game: string,
  tally: Tally,
  compare: (game: string, tally: Tally) => Measure,
): Measure[] {
  const { deviation, rounds, staked, paid } = tally
  const count = withoutBar(`${game}_live_rounds`, rounds, 'rounds')
  if (rounds === 0) return [{ ...count, bar: 'not played yet' }]
  const { isCredible: ok, sigmas } = checkReturn(paid, deviation)
  return [
    count,
    withoutBar(`${game}_live_staked`, staked, 'coins'),
    withoutBar(`${game}_live_paid`, paid, 'coins'),
    { ...compare(game, tally), ok },
    {
      name: `${game}_live_off`,
      value: rounded(sigmas),
      unit: 'σ',
      bar: 'fails from ±4 on, unless rounds are too few',
      ok,
    },
  ]
}

/** Compares the return itself: without choices, all players have the same. */
function returnRow(game: string, { deviation, paid, staked }: Tally) {
  const percent = (coins: number) => rounded((100 * coins) / staked)
  const { band, expected } = checkReturn(paid, deviation)
  const least = percent(Math.max(0, expected - band))
  return {
    ...withoutBar(`${game}_live_return`, percent(paid), '% of the stakes'),
    bar: `${least} to ${percent(expected + band)} ${BAND}`,
  }
}

/** Compares the deviation only, since the return depends on choices. */
function deviationRow(game: string, { deviation, paid }: Tally) {
  const coins = rounded(deviation.coins)
  return {
    ...withoutBar(`${game}_live_deviation`, coins, 'coins to the players'),
    bar: `±${rounded(checkReturn(paid, deviation).band)} ${BAND}`,
  }
}

/** Compares the number of jackpots: their amounts depend on when they are hit. */
function jackpotRows(game: string, tally: Tally): Measure[] {
  const { rounds, hits, paid, deviation } = tally
  if (rounds === 0) return []
  const expected = rounded(hits - deviation.coins, 4)
  return [
    {
      ...withoutBar(`${game}_live_jackpots`, hits, 'jackpots'),
      bar: `about ${expected}`,
      ok: isCredible(deviation),
    },
    withoutBar(`${game}_live_jackpots_paid`, paid, 'coins'),
  ]
}

function potRows(
  game: string,
  { getReturn }: JackpotReturn,
  pot: Coins,
): Measure[] {
  return [
    withoutBar(`${game}_pot`, pot, 'coins'),
    withoutBar(`${game}_pot_adds`, 100 * getReturn(pot), OF_THE_STAKE),
  ]
}
