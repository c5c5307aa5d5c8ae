import type { GameKit } from '#core/games/game-kit.ts'
import type { Coins } from '#core/money/coins.ts'
import { raceFigures } from '#core/race/race-return.ts'
import {
  type GameReturn,
  type JackpotReturn,
  OF_THE_STAKE,
} from '#core/returns/game-return.ts'
import { judgedReturn } from '#core/returns/judged-return.ts'
import { NO_ROUNDS, type Tally } from '#core/returns/tally.ts'
import { type Measure, rounded } from '../lib/measures.ts'
import { lineOf } from './live-ledger.ts'

const BAND = 'in 99 of 100 honest houses'

/** What the ledger says beside what is to be expected. */
export function liveRows(
  kits: readonly Pick<GameKit, 'game' | 'returns'>[],
  { tallies, pot }: Ledger,
): Measure[] {
  const of = (gameType: string, isJackpot: boolean) =>
    tallies.get(lineOf({ gameType, isJackpot })) ?? NO_ROUNDS
  return kits.flatMap(({ game, returns }) => {
    const { name, jackpot } = returns
    const rows = gameRows(returns, of(game.gameType, false))
    if (!jackpot) return rows
    const hits = jackpotRows(name, of(game.gameType, true))
    return [...rows, ...hits, ...potRows(name, jackpot, pot)]
  })
}

type Ledger = {
  /** By line. */
  tallies: ReadonlyMap<string, Tally>
  /** The progressive jackpot as it stands. */
  pot: Coins
}

/** The same of races: one is what a round is to a game. */
export function raceRows(tally: Tally): Measure[] {
  return gameRows(raceFigures, tally)
}

/** Of a game that nobody has played there is nothing more to tell. */
function gameRows(
  { name: game, compared }: Pick<GameReturn, 'name' | 'compared'>,
  tally: Tally,
): Measure[] {
  const { rounds, staked, paid } = tally
  const judged = compared === 'return' ? returnRow : luckRow
  const count = asItIs(`${game}_live_rounds`, rounds, 'rounds')
  if (rounds === 0) return [{ ...count, bar: 'nobody has played it' }]
  return [
    count,
    asItIs(`${game}_live_staked`, staked, 'coins'),
    asItIs(`${game}_live_paid`, paid, 'coins'),
    judged(game, tally),
    sigmaRow(game, tally),
  ]
}

/** Of a game without choices: the same return is expected of every player. */
function returnRow(game: string, tally: Tally): Measure {
  const { paid, staked } = tally
  const percent = (coins: number) => rounded((100 * coins) / staked)
  const { band, expected, isCredible } = judgedReturn(tally)
  const least = percent(Math.max(0, expected - band))
  return {
    name: `${game}_live_return`,
    value: percent(paid),
    unit: '% of the stakes',
    bar: `${least} to ${percent(expected + band)} ${BAND}`,
    ok: isCredible,
  }
}

/** Of a game of choices: how well players play is theirs, only luck is compared. */
function luckRow(game: string, tally: Tally): Measure {
  const { isCredible, ...judged } = judgedReturn(tally)
  const band = rounded(judged.band)
  return {
    name: `${game}_live_luck`,
    value: rounded(tally.luck.coins),
    unit: 'coins to the players',
    bar: `${-band} to ${band} ${BAND}`,
    ok: isCredible,
  }
}

/** Counted, not weighed: what a jackpot pays depends on when it is hit. */
function jackpotRows(game: string, tally: Tally): Measure[] {
  const { rounds, hits, paid, luck } = tally
  if (rounds === 0) return []
  const expected = rounded(hits - luck.coins, 4)
  return [
    {
      name: `${game}_live_jackpots`,
      value: hits,
      unit: 'jackpots',
      bar: `about ${expected}`,
      ok: judgedReturn(tally).isCredible,
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
  const { isCredible, sigmas } = judgedReturn(tally)
  return {
    name: `${game}_live_off`,
    value: rounded(sigmas),
    unit: 'σ',
    bar: 'red from ±4 on, unless rounds are too few to tell',
    ok: isCredible,
  }
}

function asItIs(name: string, value: number, unit: string): Measure {
  return { name, value, unit, bar: 'as it is', ok: true }
}
