import { checkReturn, isCredible } from '#core/games/return-check.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import { databaseOn, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { asItIs, type Measure, rounded } from '../cli/measures.ts'
import {
  type GameKit,
  type GameReturn,
  type JackpotReturn,
  OF_THE_STAKE,
} from '../game-kits/game-kit.ts'
import { raceFigures, racesTally } from './races.ts'
import { type GameTally, NOT_PLAYED, type Tally, talliesOf } from './tallies.ts'

/** Compares a database's rounds and races with their rules. @throws LaunchError before a round is over. */
export async function ledgerFigures(
  databaseUrl: string,
  kits: readonly GameKit[],
): Promise<Measure[]> {
  const pool = openPool(databaseUrl, makeLogger('fatal'))
  try {
    const db = databaseOn(pool)
    const { jackpot } = await openLedger({
      db,
      clock: systemClock,
    }).service.totals()
    const tallies = await talliesOf(db, kits)
    const races = await racesTally(db)
    if (tallies.size + races.rounds === 0) {
      throw new LaunchError('No round is over yet.')
    }
    const games = liveRows(kits, { tallies, pot: coins(jackpot) })
    return [...games, ...raceRows(races)]
  } finally {
    await pool.end()
  }
}

const BAND = 'in 99 of 100 honest houses'

/**
 * Compares a ledger's rounds with their rules.
 *
 * @property tallies by game type
 * @property pot current progressive jackpot
 */
function liveRows(
  kits: readonly Pick<GameKit, 'game' | 'returns'>[],
  { tallies, pot }: { tallies: ReadonlyMap<string, GameTally>; pot: Coins },
): Measure[] {
  return kits.flatMap(({ game, returns }) => {
    const { name, jackpot } = returns
    const tally = tallies.get(game.gameType) ?? NOT_PLAYED
    const rows = gameRows(returns, tally.base)
    if (!jackpot) return rows
    const hits = jackpotRows(name, tally.jackpot)
    return [...rows, ...hits, ...potRows(name, jackpot, pot)]
  })
}

/** Compares races in the same way; a race counts as one round. */
function raceRows(tally: Tally): Measure[] {
  return gameRows(raceFigures, tally)
}

function gameRows(
  { name: game, compared }: Pick<GameReturn, 'name' | 'compared'>,
  tally: Tally,
): Measure[] {
  const { rounds, staked, paid } = tally
  const count = asItIs(`${game}_live_rounds`, rounds, 'rounds')
  if (rounds === 0) return [{ ...count, bar: 'not played yet' }]
  return [
    count,
    asItIs(`${game}_live_staked`, staked, 'coins'),
    asItIs(`${game}_live_paid`, paid, 'coins'),
    compared === 'return' ? returnRow(game, tally) : deviationRow(game, tally),
    sigmaRow(game, tally),
  ]
}

/** Compares the return itself: without choices, all players have the same. */
function returnRow(game: string, tally: Tally): Measure {
  const { deviation, paid, staked } = tally
  const percent = (coins: number) => rounded((100 * coins) / staked)
  const { band, expected, isCredible } = checkReturn(paid, deviation)
  const least = percent(Math.max(0, expected - band))
  return {
    name: `${game}_live_return`,
    value: percent(paid),
    unit: '% of the stakes',
    bar: `${least} to ${percent(expected + band)} ${BAND}`,
    ok: isCredible,
  }
}

/** Compares the deviation only, since the return depends on choices. */
function deviationRow(game: string, tally: Tally): Measure {
  const { band, isCredible } = checkReturn(tally.paid, tally.deviation)
  return {
    name: `${game}_live_deviation`,
    value: rounded(tally.deviation.coins),
    unit: 'coins to the players',
    bar: `±${rounded(band)} ${BAND}`,
    ok: isCredible,
  }
}

/** Compares the number of jackpots: their amounts depend on when they are hit. */
function jackpotRows(game: string, tally: Tally): Measure[] {
  const { rounds, hits, paid, deviation } = tally
  if (rounds === 0) return []
  const expected = rounded(hits - deviation.coins, 4)
  return [
    {
      name: `${game}_live_jackpots`,
      value: hits,
      unit: 'jackpots',
      bar: `about ${expected}`,
      ok: isCredible(deviation),
    },
    asItIs(`${game}_live_jackpots_paid`, paid, 'coins'),
  ]
}

function potRows(
  game: string,
  { returnOf }: JackpotReturn,
  pot: Coins,
): Measure[] {
  return [
    asItIs(`${game}_pot`, pot, 'coins'),
    asItIs(`${game}_pot_adds`, 100 * returnOf(pot), OF_THE_STAKE),
  ]
}

function sigmaRow(game: string, tally: Tally): Measure {
  const { isCredible, sigmas } = checkReturn(tally.paid, tally.deviation)
  return {
    name: `${game}_live_off`,
    value: rounded(sigmas),
    unit: 'σ',
    bar: 'fails from ±4 on, unless rounds are too few',
    ok: isCredible,
  }
}
