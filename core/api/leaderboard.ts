import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { count, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** A player's total stakes and payouts of a week, in coins. */
const weeklyReturn = z.strictObject({
  player: z.string(),
  stake: count,
  payout: z.int(),
})
export type WeeklyReturn = z.infer<typeof weeklyReturn>

/** A player's bet with the highest multiple of its stake. */
const weeklyMultiple = z.strictObject({
  player: z.string(),
  /** Id of the bet's record. */
  betId: z.uuid(),
  /** Any string, since a page may be older than a game. */
  gameType: z.string(),
  stake: coinAmount,
  payout: coinAmount,
})
export type WeeklyMultiple = z.infer<typeof weeklyMultiple>

/** The top places of a week, best first. */
const weekStanding = z.strictObject({
  /** Monday, 00:00 UTC. */
  from: timestamp,
  byReturn: z.array(weeklyReturn),
  byMultiple: z.array(weeklyMultiple),
})
export type WeekStanding = z.infer<typeof weekStanding>

/** A week's prizes as they were paid, first place first. */
const paidPrizes = z.strictObject({
  /** Monday, 00:00 UTC. */
  from: timestamp,
  prizes: z.array(
    z.strictObject({
      /** Null if the player has left the leaderboard. */
      player: z.nullable(z.string()),
      stake: count,
      payout: z.int(),
      coins: coinAmount,
    }),
  ),
})
export type PaidPrizes = z.infer<typeof paidPrizes>

export const leaderboardAnswer = z.strictObject({
  thisWeek: weekStanding,
  /** Winners only. */
  lastWeek: weekStanding,
  /** The last paid week. */
  paid: z.nullable(paidPrizes),
})
export type LeaderboardAnswer = z.infer<typeof leaderboardAnswer>

const ownPrize = z.strictObject({
  /** Its Monday, in UTC. */
  week: z.iso.date(),
  place: count,
  coins: coinAmount,
})
export type OwnPrize = z.infer<typeof ownPrize>

export const participationAnswer = z.strictObject({
  isShown: z.boolean(),
  /** Totals that count this week so far, in coins. */
  stake: count,
  payout: z.int(),
  /** The player's prize of the last paid week. */
  prize: z.nullable(ownPrize),
})
export type ParticipationAnswer = z.infer<typeof participationAnswer>

const section = {
  name: 'Leaderboard',
  description: 'The best players of the week, among those who have joined.',
}
const participation = {
  section,
  path: '/api/leaderboard/participation',
  access: 'player',
  answer: participationAnswer,
} as const

export const readLeaderboard = endpoint({
  section,
  method: 'get',
  path: '/api/leaderboard',
  summary: 'Read the rankings of this week and the winners of the last',
  access: 'public',
  answer: leaderboardAnswer,
})

export const readParticipation = endpoint({
  ...participation,
  method: 'get',
  summary: "Read the player's participation and week so far",
})

export const setParticipation = endpoint({
  ...participation,
  method: 'put',
  summary: 'Join or leave the leaderboard',
  description: 'Only bets placed while joined count.',
  body: z.strictObject({ isShown: z.boolean('isShown must be true or false') }),
  example: { body: { isShown: true } },
})
