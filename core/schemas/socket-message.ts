import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { betPush } from './bet-push.ts'
import { feedPush } from './feed.ts'
import { racePush } from './race-push.ts'
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
])
export type SocketMessage = z.infer<typeof socketMessage>
