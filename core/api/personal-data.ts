import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { endpoint } from './endpoint.ts'
import { feedName } from './feed.ts'
import { transaction } from './history.ts'
import { participationAnswer } from './leaderboard.ts'
import { limitsAnswer } from './limits.ts'
import { securityNotices } from './sign-in-methods.ts'
import { deposit } from './wallet.ts'

const rows = z.array(z.looseObject({}))

export const readPersonalData = endpoint({
  section: {
    name: 'Personal data',
    description: 'The data stored about a player.',
  },
  method: 'get',
  path: '/api/user/data',
  summary: "Download the player's data as a file",
  access: 'player',
  query: z.strictObject({}),
  answer: z.strictObject({
    account: z.looseObject({ username: z.string() }),
    limits: limitsAnswer,
    feedName,
    leaderboard: participationAnswer,
    clientSeeds: rows,
    deposits: z.array(deposit),
    securityNotices,
    sessions: rows,
    /** Each bet with its stored details. */
    transactions: z.array(
      z.extend(transaction, { bet: z.optional(z.looseObject({})) }),
    ),
  }),
  // Each request reads everything stored about the player.
  rateLimits: [
    { requests: 'files', max: 10, windowMs: 10 * MINUTE_MS, per: 'player' },
  ],
})
