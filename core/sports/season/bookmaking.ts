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

/** Minimum probability of offered outcomes. */
const PROBABILITY_MIN = 0.04
/**
 * Bias of each bookmaker, and of all of them over time (DRIFT), relative to
 * p(1 - p). Far less than the overround, so that no arbitrage is possible.
 */
const BOOKMAKERS = [
  { key: 'rubberbook', title: 'Rubberbook', bias: 0 },
  { key: 'bendybet', title: 'BendyBet', bias: 0.008 },
  { key: 'stretchsports', title: 'Stretch Sports', bias: -0.008 },
]
export const DRIFT = 0.01

/** Lines in whole or half points, fixed before the game so that live bets keep them. */
export type Lines = { handicap: number; total: number }

export function getLines({ margin, total }: Forecast): Lines {
  const handicap = -halves(margin)
  return { handicap: handicap === 0 ? -0.5 : handicap, total: halves(total) }
}

/**
 * Prices a game's markets for every bookmaker.
 *
 * @param drift current common bias, -{@link DRIFT} to {@link DRIFT}.
 */
export function createBookmakers(
  forecast: Forecast,
  offered: { teams: Teams; lines: Lines; drift: number; nowMs: number },
): Bookmaker[] {
  const { teams, lines, drift, nowMs: updatedAtMs } = offered
  const sides = getSides(forecast, teams, lines)
  return BOOKMAKERS.map(({ key, title, bias }) => {
    const markets = sides.flatMap((side) => getMarket(side, bias + drift))
    return { key, title, updatedAtMs, markets }
  })
}

/** Market with the probability of its first outcome, given that bets are not void. */
type Side = {
  key: MarketKey
  chance: number
  outcomes: [Omit<PricedOutcome, 'price'>, Omit<PricedOutcome, 'price'>]
}

function getSides(
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

/** Returns the probability of exceeding a line, given that it is not met exactly. */
function chanceBeyond(
  atLeast: (points: number) => number,
  line: number,
): number {
  const above = atLeast(Math.floor(line) + 1)
  const below = 1 - atLeast(Math.ceil(line))
  return above / (above + below)
}

/** Prices one market, unless it is almost decided. */
function getMarket({ key, chance, outcomes }: Side, bias: number): Market[] {
  if (Math.min(chance, 1 - chance) < PROBABILITY_MIN) return []
  const shift = bias * chance * (1 - chance)
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
