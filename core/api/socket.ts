import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { endpoint } from './endpoint.ts'
import { feedPush } from './feed.ts'
import { racePush } from './races.ts'
import { gamePause } from './stats.ts'
import { depositPush, walletPush } from './wallet.ts'

/** State of a player's race or sports bet; pending when a live bet is confirmed. */
export const betPush = z.strictObject({
  type: z.literal('bet'),
  timestamp: z.int(),
  gameType: z.enum(['Horse Race', 'Sports Bet']),
  /** Id of the bet and of its record. */
  id: z.uuid(),
  status: z.enum(['pending', 'won', 'lost', 'void']),
  /** The stake. */
  amount: coinAmount,
  payout: coinAmount,
})
export type BetPush = z.infer<typeof betPush>

/** Messages of the socket. `timestamp` is in epoch milliseconds. */
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

export const openSocket = endpoint({
  section: {
    name: 'Socket',
    description:
      'Push messages. Everything they carry can also be read from a route.',
  },
  method: 'get',
  path: '/ws',
  summary: 'Open the WebSocket',
  description:
    'Races and the live feed are sent to everyone; players also receive updates of their balance, bets, deposits and wallet. Each message is one JSON object as described under 101; the client sends none. The server closes with code 4401 when the session ends. `Origin` must be that of the site; requests without one must carry no cookie.',
  access: 'visitor',
  status: 101,
  answer: socketMessage,
})
