import type { Coins } from '#core/money/coins.ts'
import {
  isCredible,
  type Luck,
  SIGMAS_OF_99_PERCENT,
  sigmasOf,
} from '#core/returns/luck.ts'
import { jackpotReturn } from '#core/returns/slots-return.ts'
import { type Measure, rounded } from '../lib/measures.ts'
import { type Line, NO_ROUNDS, type Tally } from './live-ledger.ts'

/** What the ledger says beside what is to be expected. */
export function liveRows(
  tallies: ReadonlyMap<Line, Tally>,
  pot: Coins,
): Measure[] {
  const of = (line: Line) => tallies.get(line) ?? NO_ROUNDS
  return [
    ...returnRows('coin_flip', of('Coin Flip')),
    ...returnRows('slots', of('Slot Machine')),
    ...jackpotRows(of('Jackpot')),
    asItIs('slots_pot', pot, 'coins'),
    asItIs('slots_pot_adds', 100 * jackpotReturn(pot), '% of the stake'),
    ...luckRows('blackjack', of('Blackjack')),
    ...luckRows('hi_lo', of('Hi-Lo')),
  ]
}

/** Of a game without choices: the same return is expected of every player. */
function returnRows(game: string, tally: Tally): Measure[] {
  const { paid, staked, luck } = tally
  const percent = (coins: number) => rounded((100 * coins) / (staked || 1))
  const band = bandOf(luck)
  const expected = paid - luck.coins
  return [
    ...sumRows(game, tally),
    {
      name: `${game}_live_return`,
      value: percent(paid),
      unit: '%',
      bar: `${percent(expected - band)} to ${percent(expected + band)} (99 %)`,
      ok: isCredible(luck),
    },
    sigmaRow(game, luck),
  ]
}

/** Of a game of choices: how well players play is theirs, only luck is compared. */
function luckRows(game: string, tally: Tally): Measure[] {
  const { luck } = tally
  const band = rounded(bandOf(luck))
  return [
    ...sumRows(game, tally),
    {
      name: `${game}_live_luck`,
      value: rounded(luck.coins),
      unit: 'coins',
      bar: `${-band} to ${band} (99 %)`,
      ok: isCredible(luck),
    },
    sigmaRow(game, luck),
  ]
}

/** Counted, not weighed: what a jackpot pays depends on when it is hit. */
function jackpotRows({ hits, paid, luck }: Tally): Measure[] {
  const expected = rounded(hits - luck.coins, 4)
  return [
    {
      name: 'slots_live_jackpots',
      value: hits,
      unit: 'jackpots',
      bar: `about ${expected}`,
      ok: isCredible(luck),
    },
    asItIs('slots_live_jackpots_paid', paid, 'coins'),
  ]
}

function sumRows(game: string, { rounds, staked, paid }: Tally): Measure[] {
  return [
    asItIs(`${game}_live_rounds`, rounds, 'rounds'),
    asItIs(`${game}_live_staked`, staked, 'coins'),
    asItIs(`${game}_live_paid`, paid, 'coins'),
  ]
}

function sigmaRow(game: string, luck: Luck): Measure {
  const value = rounded(sigmasOf(luck))
  const bar = 'within 4, or too few rounds to tell'
  return {
    name: `${game}_live_off`,
    value,
    unit: 'σ',
    bar,
    ok: isCredible(luck),
  }
}

function asItIs(name: string, value: number, unit: string): Measure {
  return { name, value, unit, bar: 'as it is', ok: true }
}

function bandOf({ variance }: Luck): number {
  return SIGMAS_OF_99_PERCENT * Math.sqrt(variance)
}
