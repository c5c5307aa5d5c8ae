import * as z from 'zod/mini'
import { coinAmount } from './fields.ts'

/** What /ws pushes. `timestamp` is in epoch milliseconds. */
export const socketMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('balance'),
    timestamp: z.int(),
    balance: coinAmount,
  }),
])
export type SocketMessage = z.infer<typeof socketMessage>
