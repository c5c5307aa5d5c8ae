import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** A settled bet as shown to everyone. */
export const feedBet = z.strictObject({
  /** Id of the bet's record. */
  id: z.uuid(),
  /** Null if the player hides the name. */
  player: z.nullable(z.string()),
  /** Any string, since a page may be older than a game. */
  gameType: z.string(),
  /** Total stake and payout, in coins. */
  stake: coinAmount,
  payout: coinAmount,
  settledAt: timestamp,
})
export type FeedBet = z.infer<typeof feedBet>

/** The latest settled bets of all players, newest first. */
export const feedAnswer = z.array(feedBet)

/** Bets that ended since the last push, the newest first. */
export const feedPush = z.strictObject({
  type: z.literal('feed'),
  timestamp: z.int(),
  bets: z.array(feedBet),
})
export type FeedPush = z.infer<typeof feedPush>

export const feedName = z.strictObject({
  isHidden: z.boolean('isHidden must be true or false'),
})
export type FeedName = z.infer<typeof feedName>

const section = {
  name: 'Live feed',
  description: 'A sample of the bets of all players.',
}
const name = { section, path: '/api/feed/name', access: 'player' } as const

export const readFeed = endpoint({
  section,
  method: 'get',
  path: '/api/feed',
  summary: 'List the latest settled bets of all players',
  description: 'Newest first. The socket pushes later ones.',
  access: 'public',
  answer: feedAnswer,
})

export const readFeedName = endpoint({
  ...name,
  method: 'get',
  summary: "Read the visibility of the player's name",
  answer: feedName,
})

export const setFeedName = endpoint({
  ...name,
  method: 'put',
  summary: "Hide or show the player's name",
  description: 'Applies to earlier bets too.',
  body: feedName,
  answer: feedName,
  example: { body: { isHidden: true } },
})
