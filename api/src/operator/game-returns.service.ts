import type { GameFigures, OperatorGames } from '#core/api/operator/games.ts'
import type { Game } from '#core/games/game.ts'
import { currentGames } from '#core/games/registry.ts'
import {
  checkReturn,
  type Deviation,
  isCredible,
} from '#core/games/return-check.ts'
import { TICKETS } from '#core/games/slots/slots.ts'
import { totalCoins } from '#core/money/coins.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type {
  GameTotalsService,
  RoundTotals,
} from '../betting/game-totals.service.ts'

const RACE_RETURN = 0.95

/** Compares what each game has paid back with what its rules give. */
export async function gameReturns(
  totals: GameTotalsService,
): Promise<OperatorGames> {
  const rounds = await totals.rounds()
  const sports = await totals.sports()
  const ofRounds = currentGames.map((game) =>
    figuresOfGame(
      game,
      rounds.find(({ gameType }) => gameType === game.gameType),
    ),
  )
  return {
    games: [
      ...ofRounds,
      figuresOfRaces(await totals.races()),
      toFigures(SPORTS_GAME_TYPE, { ...sports, rounds: sports.bets }),
    ],
  }
}

type Sums = { rounds: number; hits: number; staked: number; paid: number }

const NONE: Sums = { rounds: 0, hits: 0, staked: 0, paid: 0 }

function toFigures(
  gameType: string,
  { rounds, hits, staked, paid }: Sums,
): GameFigures {
  return {
    gameType,
    rounds,
    hits,
    staked: totalCoins(staked),
    paid: totalCoins(paid),
    returnPercent: staked === 0 ? null : (100 * paid) / staked,
    expected: null,
    jackpot: null,
  }
}

/** Counts jackpots as paid, but not in the return: they are rare and large. */
function figuresOfGame(
  game: Game,
  totals: RoundTotals | undefined,
): GameFigures {
  const figures = toFigures(game.gameType, totals ?? NONE)
  if (!totals || totals.rounds === 0) return figures
  return {
    ...figures,
    hits: totals.hits + totals.jackpotHits,
    paid: totalCoins(totals.paid + totals.jackpotPaid),
    expected: getExpected(game, totals),
    jackpot: game.jackpot ? getJackpot(totals) : null,
  }
}

/**
 * Expects the house edge on first stakes only: under best play, later ones
 * return their amount. Poor choices can lower a return without limit, so games
 * with choices fail only above best play.
 */
function getExpected(
  { expectedReturn: { mean, spread } }: Game,
  totals: RoundTotals,
): GameFigures['expected'] {
  const { bets, paid, staked } = totals
  const excess = paid - staked + (1 - mean) * bets
  if (spread) {
    return compareReturn(totals, {
      coins: excess,
      variance: spread.variance * totals.betSquares,
      largest: spread.largest * totals.largestBet,
    })
  }
  const best = compareReturn(totals, {
    coins: excess,
    variance: totals.paidSquares,
    largest: totals.largestPaid,
  })
  return {
    ...best,
    leastPercent: null,
    sigmas: null,
    isCredible: excess <= 0 || best.isCredible,
  }
}

function compareReturn({ paid, staked }: Sums, deviation: Deviation) {
  const { band, expected, isCredible, sigmas } = checkReturn(paid, deviation)
  const percent = (coins: number) => (100 * coins) / staked
  return {
    returnPercent: percent(expected),
    leastPercent: percent(Math.max(0, expected - band)),
    mostPercent: percent(expected + band),
    sigmas,
    isCredible,
  }
}

function getJackpot({
  jackpotHits: hits,
  jackpotPaid,
  jackpotTickets,
}: RoundTotals): GameFigures['jackpot'] {
  const expectedHits = jackpotTickets / TICKETS
  const deviation = {
    coins: hits - expectedHits,
    variance: expectedHits,
    largest: 1,
  }
  const paid = totalCoins(jackpotPaid)
  return { hits, expectedHits, paid, isCredible: isCredible(deviation) }
}

function figuresOfRaces(
  races: Awaited<ReturnType<GameTotalsService['races']>>,
): GameFigures {
  const { largest, paid, staked, variance } = races
  const figures = toFigures(RACE_GAME_TYPE, races)
  if (races.rounds === 0) return figures
  const deviation = { coins: paid - RACE_RETURN * staked, variance, largest }
  return { ...figures, expected: compareReturn(races, deviation) }
}
