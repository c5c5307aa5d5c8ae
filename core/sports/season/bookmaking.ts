import { priceImplying } from '../american-odds.ts'
import {
  type Bookmaker,
  type Market,
  type MarketKey,
  OVER,
  type PricedOutcome,
  type Teams,
  UNDER,
} from '../game.ts'
import { OVERROUND } from '../terms.ts'
import type { Forecast } from './forecast.ts'

/** Prices of what is all but decided are taken down. */
const LEAST_CHANCE = 0.04
/**
 * How far bookmakers lean from each other, and all of them with the day, as a
 * share of p(1 - p). Far less than the overround, so prices never cross.
 */
const LEANS = [
  { key: 'rubberbook', title: 'Rubberbook', lean: 0 },
  { key: 'bendybet', title: 'BendyBet', lean: 0.008 },
  { key: 'stretchsports', title: 'Stretch Sports', lean: -0.008 },
]
export const DRIFT = 0.01

/** Fixed before the game, so that live bets keep their line; whole or half points. */
export type Lines = { handicap: number; total: number }

export function linesOf({ margin, total }: Forecast): Lines {
  const handicap = -halves(margin)
  return { handicap: handicap === 0 ? -0.5 : handicap, total: halves(total) }
}

/**
 * What the bookmakers offer, from the chances of a game.
 *
 * @param drift the day's lean, -{@link DRIFT} to {@link DRIFT}.
 */
export function bookmakersOf(
  forecast: Forecast,
  offered: { teams: Teams; lines: Lines; drift: number; nowMs: number },
): Bookmaker[] {
  const { teams, lines, drift, nowMs: updatedAtMs } = offered
  const sides = sidesOf(forecast, teams, lines)
  return LEANS.map(({ key, title, lean }) => {
    const markets = sides.flatMap((side) => marketOf(side, lean + drift))
    return { key, title, updatedAtMs, markets }
  })
}

/** A market by its first outcome's chance, of bets that are not void. */
type Side = {
  key: MarketKey
  chance: number
  outcomes: [Omit<PricedOutcome, 'price'>, Omit<PricedOutcome, 'price'>]
}

function sidesOf(
  { marginAtLeast, totalAtLeast }: Forecast,
  { homeTeam, awayTeam }: Teams,
  { handicap, total }: Lines,
): Side[] {
  return [
    {
      key: 'h2h',
      chance: marginAtLeast(1),
      outcomes: [{ name: homeTeam }, { name: awayTeam }],
    },
    {
      key: 'spreads',
      chance: chanceBeyond(marginAtLeast, -handicap),
      outcomes: [
        { name: homeTeam, point: handicap },
        { name: awayTeam, point: -handicap },
      ],
    },
    {
      key: 'totals',
      chance: chanceBeyond(totalAtLeast, total),
      outcomes: [
        { name: OVER, point: total },
        { name: UNDER, point: total },
      ],
    },
  ]
}

/** The chance to pass a line, where bets that meet it exactly do not count. */
function chanceBeyond(
  atLeast: (points: number) => number,
  line: number,
): number {
  const above = atLeast(Math.floor(line) + 1)
  const below = 1 - atLeast(Math.ceil(line))
  return above / (above + below)
}

/** One market, or none where it is all but decided. */
function marketOf({ key, chance, outcomes }: Side, lean: number): Market[] {
  if (Math.min(chance, 1 - chance) < LEAST_CHANCE) return []
  const shift = lean * chance * (1 - chance)
  const first = priceImplying(chance + OVERROUND / 2 + shift)
  const second = priceImplying(1 - chance + OVERROUND / 2 - shift)
  const [one, other] = outcomes
  const priced = [
    { ...one, price: first },
    { ...other, price: second },
  ]
  return [{ key, outcomes: priced }]
}

function halves(points: number): number {
  return Math.round(points * 2) / 2
}
