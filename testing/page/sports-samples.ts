import type {
  SportsBet,
  SportsGame,
  SportsRecord,
  SportsSeason,
} from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import type { Bookmaker } from '#core/sports/game.ts'
import { roundId } from './players.ts'

export const HOME = 'Boston Celtics'
export const AWAY = 'Miami Heat'
const TIME = '2027-01-15T12:00:00.000Z'
/** An evening before any game has begun, in every time zone. */
const START = '2027-01-15T19:30:00.000Z'

export type Prices = {
  home?: number
  away?: number
  handicap?: number
  total?: number
  /** Of both sides of the spread. */
  spread?: number
}

export function bookmaker(
  key: string,
  title: string,
  {
    home = -150,
    away = 130,
    handicap = -4,
    total = 220.5,
    spread = -110,
  }: Prices = {},
): Omit<Bookmaker, 'updatedAtMs'> & { last_update: string } {
  return {
    key,
    title,
    last_update: TIME,
    markets: [
      {
        key: 'h2h',
        outcomes: [
          { name: HOME, price: home },
          { name: AWAY, price: away },
        ],
      },
      {
        key: 'spreads',
        outcomes: [
          { name: HOME, price: spread, point: handicap },
          { name: AWAY, price: spread, point: -handicap },
        ],
      },
      {
        key: 'totals',
        outcomes: [
          { name: 'Over', price: -112, point: total },
          { name: 'Under', price: -108, point: total },
        ],
      },
    ],
  }
}

/** Miami at Boston, not begun, at one bookmaker. */
export function celticsGame(by: Partial<SportsGame> = {}): SportsGame {
  return {
    id: 'season-1-game-7',
    sport_key: 'basketball_nba',
    home_team: HOME,
    away_team: AWAY,
    commence_time: START,
    live: false,
    scores: null,
    bookmakers: [bookmaker('rubberbook', 'Rubberbook')],
    stale: false,
    source: 'simulated',
    ...by,
  }
}

/** A pending bet of 10 coins on the home team. */
export function getBet(by: Partial<SportsBet> = {}, number = 0): SportsBet {
  return {
    id: roundId(number),
    gameId: 'season-1-game-7',
    teamName: HOME,
    odds: -150,
    betAmount: coins(10),
    status: 'pending',
    payout: null,
    placedAt: TIME,
    settledAt: null,
    market: 'h2h',
    point: null,
    bookmaker: 'rubberbook',
    label: HOME,
    game: {
      home_team: HOME,
      away_team: AWAY,
      commence_time: START,
      scores: null,
    },
    acceptedAt: TIME,
    live: false,
    confirmed: true,
    voidReason: null,
    ...by,
  }
}

/** The bet above, won 101 to 99. */
export function wonBet(number = 0): SportsBet {
  const { game, ...bet } = getBet({}, number)
  const scores = { home_score: 101, away_score: 99 }
  return {
    ...bet,
    status: 'won',
    payout: coins(16),
    settledAt: TIME,
    game: { ...game, scores },
  }
}

/** SHA-256 of 64 zeros, as `sha256sum` has it. */
export const PAST_SEED = '0'.repeat(64)
export const PAST_HASH =
  '60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55'

export const SEASON: SportsSeason = {
  source: 'simulated',
  season: { number: 1, startedAt: TIME, seedHash: 'ab'.repeat(32) },
  past: [],
}

export function toRecord(
  bet: SportsBet,
  more: Partial<SportsRecord['gameData']> = {},
): SportsRecord {
  return {
    id: bet.id,
    gameType: 'Sports Bet',
    timestamp: bet.placedAt,
    betAmount: bet.betAmount,
    outcome: `${bet.label}: Won 16 coins`,
    gameData: {
      kind: 'evidence',
      note: 'This is evidence, not proof.',
      player: '01890000-0000-7000-8000-0000000000be',
      source: 'simulated',
      bet,
      game: { status: 'final', scores: bet.game.scores, decidedBy: 'feed' },
      decisions: [],
      ...more,
    },
  }
}
