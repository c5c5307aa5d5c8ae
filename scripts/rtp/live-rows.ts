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

const BAND = 'in 99 of 100 honest houses'

/** What the ledger says beside what is to be expected. */
export function liveRows(
  tallies: ReadonlyMap<Line, Tally>,
  pot: Coins,
): Measure[] {
  const of = (line: Line) => tallies.get(line) ?? NO_ROUNDS
  return [
    ...gameRows('coin_flip', of('Coin Flip'), returnRow),
    ...gameRows('slots', of('Slot Machine'), returnRow),
    ...jackpotRows(of('Jackpot')),
    asItIs('slots_pot', pot, 'coins'),
    asItIs('slots_pot_adds', 100 * jackpotReturn(pot), '% of the stake'),
    ...gameRows('blackjack', of('Blackjack'), luckRow),
    ...gameRows('hi_lo', of('Hi-Lo'), luckRow),
  ]
}

/** Of a game that nobody has played there is nothing more to tell. */
function gameRows(
  game: string,
  tally: Tally,
  judged: (game: string, tally: Tally) => Measure,
): Measure[] {
  const { rounds, staked, paid, luck } = tally
  const count = asItIs(`${game}_live_rounds`, rounds, 'rounds')
  if (rounds === 0) return [{ ...count, bar: 'nobody has played it' }]
  return [
    count,
    asItIs(`${game}_live_staked`, staked, 'coins'),
    asItIs(`${game}_live_paid`, paid, 'coins'),
    judged(game, tally),
    sigmaRow(game, luck),
  ]
}

/** Of a game without choices: the same return is expected of every player. */
function returnRow(game: string, { paid, staked, luck }: Tally): Measure {
  const percent = (coins: number) => rounded((100 * coins) / staked)
  const band = bandOf(luck)
  const expected = paid - luck.coins
  const least = percent(Math.max(0, expected - band))
  return {
    name: `${game}_live_return`,
    value: percent(paid),
    unit: '% of the stakes',
    bar: `${least} to ${percent(expected + band)} ${BAND}`,
    ok: isCredible(luck),
  }
}

/** Of a game of choices: how well players play is theirs, only luck is compared. */
function luckRow(game: string, { luck }: Tally): Measure {
  const band = rounded(bandOf(luck))
  return {
    name: `${game}_live_luck`,
    value: rounded(luck.coins),
    unit: 'coins to the players',
    bar: `${-band} to ${band} ${BAND}`,
    ok: isCredible(luck),
  }
}

/** Counted, not weighed: what a jackpot pays depends on when it is hit. */
function jackpotRows({ rounds, hits, paid, luck }: Tally): Measure[] {
  if (rounds === 0) return []
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

function sigmaRow(game: string, luck: Luck): Measure {
  return {
    name: `${game}_live_off`,
    value: rounded(sigmasOf(luck)),
    unit: 'σ',
    bar: 'red from ±4 on, unless rounds are too few to tell',
    ok: isCredible(luck),
  }
}

function asItIs(name: string, value: number, unit: string): Measure {
  return { name, value, unit, bar: 'as it is', ok: true }
}

function bandOf({ variance }: Luck): number {
  return SIGMAS_OF_99_PERCENT * Math.sqrt(variance)
}
