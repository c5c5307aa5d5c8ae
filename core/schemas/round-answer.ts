import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { count, hex64 } from './fields.ts'

/** What every answer about a round carries, from its start on. */
const startedRound = {
  /** The round's id: the code of its record. */
  transactionId: z.uuid(),
  /** Which rules it goes by, to its end: those in force when it was started. */
  rulesVersion: count,
  /** What the round was started with. */
  betAmount: coinAmount,
  balance: coinAmount,
  nonce: count,
  serverSeedHash: hex64,
  /** Told from the start on, so that it can not be another one at the end. */
  clientSeed: z.string(),
  nextServerSeedHash: hex64,
  /** The house knew both seeds before the bet. */
  weaker: z.boolean(),
}

/** What every answer that ends a round carries beside the outcome. */
export const roundAnswer = z.strictObject({
  ...startedRound,
  payout: coinAmount,
  serverSeed: hex64,
})
export type RoundAnswer = z.infer<typeof roundAnswer>

/** What every answer of a game with steps carries beside the game's own view. */
export const stepsAnswer = z.strictObject({
  ...startedRound,
  /** The number of actions so far. */
  step: count,
  /** All of them, in order, the house's own included. */
  actions: z.array(z.looseObject({ action: z.string() })),
  /** None once the round is over. */
  legalActions: z.array(z.string()),
  /** The last two only once the round is over. */
  payout: z.optional(coinAmount),
  serverSeed: z.optional(hex64),
})
export type StepsAnswer = z.infer<typeof stepsAnswer>

/** An answer about a round; one that ends it has its server seed. */
export type GameAnswer = (RoundAnswer | StepsAnswer) &
  Readonly<Record<string, unknown>>
