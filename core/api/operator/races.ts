import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, hex64, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { pagedByNumber, READ } from './shared.ts'

const status = z.enum(['open', 'closed', 'running', 'settled', 'void'])

export const operatorRacesQuery = z.strictObject({
  status: z.optional(status),
  ...pagedByNumber,
})
export type OperatorRacesQuery = z.infer<typeof operatorRacesQuery>

export const operatorRace = z.strictObject({
  number: count,
  id: z.uuid(),
  status,
  closesAt: timestamp,
  startsAt: z.nullable(timestamp),
  overAt: z.nullable(timestamp),
  bets: count,
  staked: coinAmount,
  /** Coins reserved until the race ends. */
  reserved: coinAmount,
  /** Payouts so far; the stakes of a void race. */
  paid: coinAmount,
  /** Bets that are not settled. */
  pendingBets: count,
  winner: z.nullable(count),
  commitment: hex64,
  /** Null until it is revealed. */
  serverSeed: z.nullable(hex64),
  saltBlock: z.nullable(count),
})
export type OperatorRace = z.infer<typeof operatorRace>

export const operatorRaces = z.strictObject({ races: z.array(operatorRace) })

export const listOperatorRaces = endpoint({
  ...READ,
  path: '/api/operator/races',
  summary: 'List races with their bets, newest first',
  description:
    'Pass the last `number` as `before` to get the next page. A race cannot be voided manually.',
  query: operatorRacesQuery,
  answer: operatorRaces,
  example: { query: { status: 'settled' } },
})
