import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { timestamp } from './fields.ts'

/** A bet that is over, as everybody may see it. */
export const feedBet = z.strictObject({
  /** The code of its record. */
  id: z.uuid(),
  /** Null where the player hides the name. */
  player: z.nullable(z.string()),
  /** Any name: a page may be older than a game. */
  gameType: z.string(),
  /** All that went into it, and all that came back, in coins. */
  stake: coinAmount,
  payout: coinAmount,
  settledAt: timestamp,
})
export type FeedBet = z.infer<typeof feedBet>

/** GET /api/feed: bets of all players that ended last, the newest first. */
export const feedAnswer = z.array(feedBet)

/** Bets that ended since the last push, the newest first. */
export const feedPush = z.strictObject({
  type: z.literal('feed'),
  timestamp: z.int(),
  bets: z.array(feedBet),
})
export type FeedPush = z.infer<typeof feedPush>

/** GET and PUT /api/feed/name: whether bets are shown without their player's name. */
export const feedName = z.strictObject({
  isHidden: z.boolean('isHidden is true or false'),
})
export type FeedName = z.infer<typeof feedName>
