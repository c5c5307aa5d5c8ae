import * as z from 'zod/mini'
import { count, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { READ } from './shared.ts'

/** House accounts at a full minute, in coins. */
export const houseSample = z.strictObject({
  at: timestamp,
  house: z.int(),
  held: z.int(),
  free: z.int(),
  jackpot: z.int(),
  /** Since the first bet. */
  betsPlaced: count,
  amountWagered: count,
})
export type HouseSample = z.infer<typeof houseSample>

/** The oldest first; minutes in which no process ran are missing. */
export const operatorSeries = z.strictObject({ samples: z.array(houseSample) })

export const readSeries = endpoint({
  ...READ,
  path: '/api/operator/series',
  summary: 'Read the totals of the last hours, minute by minute',
  description: 'Kept for four weeks; up to 168 hours per request.',
  query: z.strictObject({
    /** Length up to now; 6 by default. */
    hours: z.optional(
      z
        .string()
        .check(
          z.regex(/^([1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/, 'From 1 to 168 hours'),
        ),
    ),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  answer: operatorSeries,
  example: { query: { hours: '24' } },
})
