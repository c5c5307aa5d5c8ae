import * as z from 'zod/mini'
import { feedName } from '#core/schemas/feed.ts'
import { participationAnswer } from '#core/schemas/leaderboard.ts'
import { limitsAnswer } from '#core/schemas/limits.ts'
import { securityNotices } from '#core/schemas/sign-in-methods.ts'
import { transaction } from '#core/schemas/transaction.ts'
import { deposit } from '#core/schemas/wallet.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

const rows = z.array(z.looseObject({}))

const personalData = z.strictObject({
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
})

export const personalDataReference: ReferenceSection = {
  name: 'Personal data',
  description: 'The data stored about a player.',
  routes: [
    {
      method: 'get',
      path: '/api/user/data',
      summary: "Download the player's data as a file",
      access: 'player',
      answer: { status: 200, schema: personalData },
    },
  ],
}
