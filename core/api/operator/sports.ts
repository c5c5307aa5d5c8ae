import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, storedText, timestamp } from '../../schemas/fields.ts'
import { MARKETS } from '../../sports/game.ts'
import { endpoint } from '../endpoint.ts'
import {
  decidedBy,
  sportsBetStatus,
  sportsGameStatus,
  sportsSource,
} from '../sports.ts'
import {
  ACT,
  BY_ID,
  exampleReason,
  pagedById,
  READ,
  reason,
  reasonRequest,
} from './shared.ts'

const score = z.int().check(z.minimum(0), z.maximum(999))

/** Result of an operator's decision. */
const decidedGame = z.strictObject({
  id: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  status: z.string(),
  homeScore: z.nullable(count),
  awayScore: z.nullable(count),
})

/** State of the feed of prices and scores. */
export const sportsFeedState = z.strictObject({
  /** Null before the first feed response. */
  source: z.nullable(sportsSource),
  /** Time of the last prices; null before the first. */
  lastPollAt: z.nullable(timestamp),
  /** True if prices are too old to bet on. */
  isStale: z.boolean(),
  /** Games that wait for an operator's decision. */
  heldGames: count,
  /** Unsettled bets, their stakes and largest payouts. */
  pendingBets: count,
  pendingStakes: coinAmount,
  reserved: coinAmount,
})
export type SportsFeedState = z.infer<typeof sportsFeedState>

export const sportsGamesQuery = z.strictObject({
  bets: z.optional(z.enum(['open', 'any'])),
  id: z.optional(storedText(200)),
  /** Id of the previous page's last game. */
  before: z.optional(storedText(200)),
  format: pagedById.format,
})
export type OperatorGamesQuery = z.infer<typeof sportsGamesQuery>

export const operatorSportsGame = z.strictObject({
  id: z.string(),
  source: sportsSource,
  homeTeam: z.string(),
  awayTeam: z.string(),
  commenceTime: timestamp,
  status: sportsGameStatus,
  homeScore: z.nullable(count),
  awayScore: z.nullable(count),
  decidedBy,
  /** Set while the game waits for an operator: the feed contradicted it. */
  heldFor: z.nullable(
    z.enum(['other_teams', 'other_start', 'early_result', 'lower_score']),
  ),
  bets: count,
  staked: coinAmount,
  /** Count of bets that are not settled. */
  openBets: count,
  openStakes: coinAmount,
  /** Payout if all open bets were won. */
  reserved: coinAmount,
  /** Payouts of settled bets. */
  paid: coinAmount,
})
export type OperatorSportsGame = z.infer<typeof operatorSportsGame>

export const operatorSportsGames = z.strictObject({
  games: z.array(operatorSportsGame),
})

export const gameBetsQuery = z.strictObject({
  status: z.optional(sportsBetStatus),
  ...pagedById,
})
export type GameBetsQuery = z.infer<typeof gameBetsQuery>

export const operatorSportsBet = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  username: z.string(),
  teamName: z.string(),
  market: z.enum(MARKETS),
  point: z.nullable(z.number()),
  bookmaker: z.string(),
  odds: z.int(),
  betAmount: coinAmount,
  status: sportsBetStatus,
  payout: z.nullable(coinAmount),
  placedAt: timestamp,
  settledAt: z.nullable(timestamp),
  live: z.boolean(),
})
export type OperatorSportsBet = z.infer<typeof operatorSportsBet>

export const operatorSportsBets = z.strictObject({
  bets: z.array(operatorSportsBet),
})

export const readSportsFeed = endpoint({
  ...READ,
  path: '/api/operator/sports/feed',
  summary: 'Read the state of the sports feed',
  answer: sportsFeedState,
})

export const listSportsGames = endpoint({
  ...READ,
  path: '/api/operator/sports/games',
  summary: 'List basketball games with their bets, nearest start first',
  description: `Games that are held or have open bets, or all with \`bets=any\`. ${BY_ID}`,
  query: sportsGamesQuery,
  answer: operatorSportsGames,
  example: { query: { bets: 'any' } },
})

const one = {
  params: z.strictObject({ id: storedText(200) }),
  example: { params: { id: 'season-1-game-7' } },
}

export const listGameBets = endpoint({
  ...READ,
  ...one,
  path: '/api/operator/sports/games/{id}/bets',
  summary: 'List the bets on a game, newest first',
  description: BY_ID,
  query: gameBetsQuery,
  answer: operatorSportsBets,
  example: { ...one.example, query: { status: 'pending' } },
})

const act = {
  ...ACT,
  ...one,
  scope: 'sports',
  answer: decidedGame,
  refusals: ['not_found'],
} as const

export const voidGame = endpoint({
  ...act,
  path: '/api/operator/sports/games/{id}/void',
  summary: 'Void a game',
  description:
    'All bets on it get their stakes back, settled ones by compensating entries.',
  body: reasonRequest,
  example: { ...one.example, body: { reason: exampleReason } },
})

export const correctScore = endpoint({
  ...act,
  path: '/api/operator/sports/games/{id}/correct',
  summary: "Correct a game's final score",
  description:
    'Its bets are settled by this score, settled ones by compensating entries.',
  body: z.strictObject({ home: score, away: score, reason }).check(
    z.refine(({ home, away }) => home !== away, {
      error: 'Scores can’t be equal: NBA games have no ties.',
    }),
  ),
  example: {
    ...one.example,
    body: { home: 101, away: 99, reason: exampleReason },
  },
})
