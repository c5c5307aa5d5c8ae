import * as z from 'zod/mini'
import { stake } from '../money/bet-limits.ts'
import { coinAmount } from '../money/coin-amount.ts'
import {
  count,
  hex64,
  recordVersion,
  storedText,
  timestamp,
} from '../schemas/fields.ts'
import { isPrice } from '../sports/american-odds.ts'
import {
  GAME_STATUSES,
  MARKETS,
  SPORT_KEY,
  SPORTS_GAME_TYPE,
} from '../sports/game.ts'
import { endpoint } from './endpoint.ts'

const price = z
  .int('Odds are American: a whole number')
  .check(z.refine(isPrice, 'Odds are American: 100 or more, or -100 or less'))
const market = z.enum(MARKETS)
const point = z.number()
const name = storedText(100)
export const sportsSource = z.enum(['simulated', 'the_odds_api'])
export type SportsSource = z.infer<typeof sportsSource>
export const sportsGameStatus = z.enum(GAME_STATUSES)
/** Null until the game is decided. */
export const decidedBy = z.nullable(z.enum(['feed', 'operator']))
const scores = z.nullable(
  z.strictObject({ home_score: count, away_score: count }),
)

export const sportsGame = z.strictObject({
  id: z.string(),
  sport_key: z.literal(SPORT_KEY),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: timestamp,
  live: z.boolean(),
  scores,
  bookmakers: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      last_update: timestamp,
      markets: z.array(
        z.strictObject({
          key: market,
          outcomes: z.array(
            z.strictObject({
              name: z.string(),
              price,
              point: z.optional(point),
            }),
          ),
        }),
      ),
    }),
  ),
  /** True if prices are too old to bet on. */
  stale: z.boolean(),
  source: sportsSource,
})
export type SportsGame = z.infer<typeof sportsGame>

export const sportsGames = z.array(sportsGame)

const season = z.strictObject({
  number: count,
  startedAt: timestamp,
  seedHash: hex64,
})

/** Commitments that the simulated seasons are drawn from. */
export const sportsSeason = z.strictObject({
  source: sportsSource,
  /** Null if games are real. */
  season: z.nullable(season),
  /** Seasons that are over, the newest first. */
  past: z.array(z.extend(season, { seed: hex64 })),
})
export type SportsSeason = z.infer<typeof sportsSeason>

export const placeSportsBetRequest = z.strictObject({
  gameId: name,
  /** The outcome's name: a team's, or 'Over' or 'Under'. */
  teamName: name,
  /** The price that the player saw; another one now refuses the bet. */
  odds: price,
  betAmount: stake,
  market: z._default(z.optional(market), 'h2h'),
  /** The line that the player saw. */
  point: z.optional(point.check(z.minimum(-1_000), z.maximum(1_000))),
  /** The first one listed when left out. */
  bookmaker: z.optional(name),
})
export type PlaceSportsBetRequest = z.infer<typeof placeSportsBetRequest>

export const sportsBetStatus = z.enum(['pending', 'won', 'lost', 'void'])
export type SportsBetStatus = z.infer<typeof sportsBetStatus>

export const sportsBet = z.strictObject({
  id: z.uuid(),
  gameId: z.string(),
  teamName: z.string(),
  odds: price,
  betAmount: coinAmount,
  status: sportsBetStatus,
  payout: z.nullable(coinAmount),
  placedAt: timestamp,
  settledAt: z.nullable(timestamp),
  market,
  point: z.nullable(point),
  bookmaker: z.string(),
  /** As on a slip: 'Over 224.5'. */
  label: z.string(),
  game: z.strictObject({
    home_team: z.string(),
    away_team: z.string(),
    commence_time: timestamp,
    /** The score that settled the bet. */
    scores,
  }),
  /** Time of the prices that the bet was accepted at. */
  acceptedAt: timestamp,
  live: z.boolean(),
  /** A live bet counts once the next prices confirm it. */
  confirmed: z.boolean(),
  /** Reason of a void bet; null for others. */
  voidReason: z.nullable(z.string()),
})
export type SportsBet = z.infer<typeof sportsBet>

export const sportsBets = z.array(sportsBet)

/** A placed bet, with the new balance. */
export const placedSportsBet = z.strictObject({
  transactionId: z.uuid(),
  bet: sportsBet,
  balance: coinAmount,
})
export type PlacedSportsBet = z.infer<typeof placedSportsBet>

/** Record of a sports bet: evidence, since there is nothing to replay. */
export const sportsRecord = z.strictObject({
  version: recordVersion,
  id: z.uuid(),
  gameType: z.literal(SPORTS_GAME_TYPE),
  timestamp,
  betAmount: coinAmount,
  outcome: z.string(),
  gameData: z.strictObject({
    kind: z.literal('evidence'),
    note: z.string(),
    player: z.uuid(),
    source: sportsSource,
    bet: sportsBet,
    /** Current state of the game; a correction changes it after the bet. */
    game: z.strictObject({
      status: sportsGameStatus,
      scores,
      decidedBy,
    }),
    /** Operators' decisions on the game, oldest first. */
    decisions: z.array(
      z.strictObject({
        decidedAt: timestamp,
        decision: z.string(),
        reason: z.string(),
      }),
    ),
  }),
})
export type SportsRecord = z.infer<typeof sportsRecord>

const ofSports = z.looseObject({ gameType: z.literal(SPORTS_GAME_TYPE) })

/** True if a value claims to be the record of a sports bet. */
export function isOfSports(something: unknown): boolean {
  return ofSports.safeParse(something).success
}

/** True for the record of a sports bet. */
export function isSportsRecord<R extends { gameType: string }>(
  record: R,
): record is Extract<R, { gameType: typeof SPORTS_GAME_TYPE }> {
  return record.gameType === SPORTS_GAME_TYPE
}

const section = {
  name: 'Sports',
  description:
    'Bets on NBA games; `source` tells real games from simulated ones.',
}

export const listGames = endpoint({
  section,
  method: 'get',
  path: '/api/sports/games',
  summary: 'List upcoming and live games',
  access: 'public',
  query: z.strictObject({
    sport: z.literal(SPORT_KEY, `The only sport is ${SPORT_KEY}`),
  }),
  answer: sportsGames,
  example: { query: { sport: 'basketball_nba' } },
})

export const readSeason = endpoint({
  section,
  method: 'get',
  path: '/api/sports/season',
  summary: 'Read the commitments of the simulated season',
  access: 'public',
  answer: sportsSeason,
})

export const listSportsBets = endpoint({
  section,
  method: 'get',
  path: '/api/sports/bets',
  summary: "List the player's bets, newest first",
  access: 'player',
  answer: sportsBets,
})

export const placeSportsBet = endpoint({
  section,
  method: 'post',
  path: '/api/sports/place-bet',
  summary: 'Bet on an outcome',
  description:
    'At the `odds` that the player saw. If they have changed, the bet is refused with the current `price`.',
  access: 'player',
  body: placeSportsBetRequest,
  isIdempotent: true,
  hasReceipt: true,
  answer: placedSportsBet,
  refusals: [
    'balance_limit',
    'betting_closed',
    'house_limit',
    'insufficient_coins',
    'not_found',
    'odds_changed',
    'paused',
    'player_limit',
  ],
  example: {
    body: {
      gameId: '2026-celtics-heat',
      teamName: 'Boston Celtics',
      odds: -150,
      betAmount: 10,
    },
  },
})
