import { expect, test } from 'vitest'
import { nativeHashes } from '../../../api/src/platform/native-hashes.ts'
import { HOUR_MS } from '../../durations.ts'
import { coins } from '../../money/coins.ts'
import { getProfit, impliedProbability } from '../american-odds.ts'
import { MARKETS, type Market, type MarketKey, type Score } from '../game.ts'
import { gradeSelection } from '../grading.ts'
import { TEAMS } from '../nba-teams.ts'
import { schedule } from './schedule.ts'
import { createSeason, type SeasonGame } from './season.ts'

/** When all games of a season are over. */
const OVER_BY = 1e12
const SEED = { hashes: nativeHashes, seed: '5e'.repeat(32) }
const season = createSeason(SEED)
const games = schedule(SEED)

function findStanding(
  number: number,
  elapsedMs: number,
): SeasonGame | undefined {
  return season
    .at({ elapsedMs, nowMs: 0 }, [number])
    .find((game) => game.number === number)
}

test('has 1230 games, 82 per team, half of them at home', () => {
  expect(games).toHaveLength(1_230)
  for (const team of TEAMS.keys()) {
    expect(games.filter(({ home }) => home === team)).toHaveLength(41)
    expect(games.filter(({ away }) => away === team)).toHaveLength(41)
  }
})

test.each(['00', '5e'])(
  'schedules no team of season %s twice on a day or on three consecutive days',
  (byte) => {
    const drawn = schedule({ ...SEED, seed: byte.repeat(32) })
    for (const team of TEAMS.keys()) {
      const days = drawn
        .filter(({ home, away }) => home === team || away === team)
        .map(({ startsAt }) => Math.floor(startsAt / (24 * HOUR_MS)))
      expect(new Set(days).size).toBe(82)
      const running = days.filter(
        (day) => days.includes(day + 1) && days.includes(day + 2),
      )
      expect(running).toEqual([])
    }
  },
)

test('generates the same season from a stored seed', () => {
  const again = createSeason(SEED)
  const all = games.map(({ number }) => number)
  const moments = [0, 25.3, 49.71, 73.9, 98.2, 1_000.1].map((hours) =>
    again.at({ elapsedMs: hours * HOUR_MS, nowMs: 7 }),
  )
  moments.push(again.at({ elapsedMs: OVER_BY, nowMs: 8 }, all))
  expect(nativeHashes.sha256(JSON.stringify(moments))).toBe(
    'bd14e682c36a2eae0cea3d3fd201a9ff5c87f5ca254afaf76b03680cd86ae197',
  )
})

test('generates another season from another seed, over after 175 days', () => {
  const moment = { elapsedMs: 30 * HOUR_MS, nowMs: 5 }
  const other = createSeason({ ...SEED, seed: '5f'.repeat(32) })
  expect(other.at(moment)).not.toEqual(season.at(moment))
  const over = 175 * 24 * HOUR_MS
  expect([over - 1, over].map(other.isOver)).toEqual([false, true])
})

test('takes a game from offered to live to final', () => {
  const game = games[0]
  const { number, startsAt } = game ?? { number: -1, startsAt: 0 }
  const at = (hours: number) => findStanding(number, startsAt + hours * HOUR_MS)
  expect(at(-1)).toMatchObject({ status: 'scheduled' })
  expect(at(-1)?.bookmakers).toHaveLength(3)
  expect(at(-1)?.score).toBeUndefined()
  const [first, second, last] = [at(0.5), at(1), at(4)]
  expect(first).toMatchObject({ status: 'live' })
  expect(toPoints(second?.score)).toBeGreaterThan(toPoints(first?.score))
  expect(last).toMatchObject({ status: 'final', bookmakers: [] })
  expect(at(500)?.score).toEqual(last?.score)
})

function toPoints(score: Score | undefined): number {
  return (score?.home ?? 0) + (score?.away ?? 0)
}

test('generates scores like those of the league', () => {
  const finals = games.flatMap(({ number }) => {
    const game = findStanding(number, OVER_BY)
    return game?.status === 'final' && game.score ? [game.score] : []
  })
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  expect(finals.length).toBeGreaterThan(1_210)
  expect(finals.every(({ home, away }) => home !== away)).toBe(true)
  const total = mean(finals.map(({ home, away }) => home + away))
  expect(total).toBeGreaterThan(215)
  expect(total).toBeLessThan(235)
  const homeWins = mean(finals.map(({ home, away }) => Number(home > away)))
  expect(homeWins).toBeGreaterThan(0.5)
  expect(homeWins).toBeLessThan(0.62)
})

/** Each market with the prices of all bookmakers. */
function getMarkets({ bookmakers = [] }: SeasonGame): Market[][] {
  return MARKETS.map((key) =>
    bookmakers.flatMap(({ markets }) =>
      markets.filter((market) => market.key === key),
    ),
  ).filter((offered) => offered.length > 0)
}

function getChances(offered: Market[], side: number): number[] {
  return offered.map(({ outcomes }) =>
    impliedProbability(outcomes[side]?.price ?? 100),
  )
}

test('has an overround of about 4.6 % without arbitrage', () => {
  const hours = Array.from({ length: 10 }, (_, index) => index * 17)
  const offered = hours
    .flatMap((hour) => season.at({ elapsedMs: hour * HOUR_MS, nowMs: 0 }))
    .flatMap(getMarkets)
  expect(offered.length).toBeGreaterThan(150)
  for (const market of offered) {
    const [ones, others] = [getChances(market, 0), getChances(market, 1)]
    const sums = ones.map((one, book) => one + (others[book] ?? 0))
    expect(Math.min(...sums)).toBeGreaterThanOrEqual(1.046 - 1e-9)
    expect(Math.max(...sums)).toBeLessThan(1.055)
    expect(Math.min(...ones) + Math.min(...others)).toBeGreaterThan(1.03)
  }
})

/** Returns the payout per coin of 1000 coins on each outcome at its best price. */
function getReturn(key: MarketKey, offers: SeasonGame[]): number {
  const paid = offers.flatMap((offer) => {
    const score = findStanding(offer.number, OVER_BY)?.score
    const market = getMarkets(offer).find(([first]) => first?.key === key)
    if (!score || !market) return []
    return (market[0]?.outcomes ?? []).map(({ name, point = null }, side) => {
      const grade = gradeSelection({ market: key, name, point }, offer, score)
      const prices = market.map(({ outcomes }) => outcomes[side]?.price ?? 0)
      if (grade !== 'won') return grade === 'void' ? 1_000 : 0
      return 1_000 + getProfit(coins(1_000), Math.max(...prices))
    })
  })
  expect(paid.length).toBeGreaterThan(1_500)
  return paid.reduce((sum, coins) => sum + coins, 0) / paid.length / 1_000
}

test.each([-1, 1])(
  'loses about the margin with bets at the best price, %i h from the start',
  (hours) => {
    const offers = games.flatMap(
      ({ number, startsAt }) =>
        findStanding(number, startsAt + hours * HOUR_MS) ?? [],
    )
    for (const key of MARKETS) {
      const back = getReturn(key, offers)
      expect(back).toBeLessThan(0.995)
      expect(back).toBeGreaterThan(0.9)
    }
  },
)
