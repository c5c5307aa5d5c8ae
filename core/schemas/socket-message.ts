import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { betPush } from './bet-push.ts'
import { feedPush } from './feed.ts'
import { racePush } from './race-push.ts'
import { gamePause } from './stats.ts'
import { depositPush, walletPush } from './wallet.ts'

/** What /ws pushes. `timestamp` is in epoch milliseconds. */
export const socketMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('balance'),
    timestamp: z.int(),
    balance: coinAmount,
  }),
  depositPush,
  walletPush,
  racePush,
  betPush,
  feedPush,
  z.strictObject({
    type: z.literal('pauses'),
    timestamp: z.int(),
    /** Everything that is paused now. */
    paused: z.array(gamePause),
  }),
  z.strictObject({
    /** The account was frozen; the socket closes after it. */
    type: z.literal('frozen'),
    timestamp: z.int(),
    /** The operator's reason, for the player. */
    reason: z.string(),
  }),
])
export type SocketMessage = z.infer<typeof socketMessage>
