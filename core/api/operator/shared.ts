import * as z from 'zod/mini'
import { storedText } from '../../schemas/fields.ts'

const section = {
  name: 'Operators',
  description:
    'For operators, with a session or with a token created on the command line. Every action is in the audit log. Lists come in pages of 20, or with `format=csv` (or `Accept: text/csv`) as one file of everything after `before`.',
}

export const READ = {
  section,
  method: 'get',
  access: 'operator',
  scope: 'read',
} as const
export const ACT = { section, method: 'post', access: 'operator' } as const

/** Reason of an action, for the audit log. */
export const reason = storedText(500).check(z.trim(), z.minLength(3, 'Say why'))
export const reasonRequest = z.strictObject({ reason })
export const exampleReason = 'A report of 24 November.'

/** Rows of a full page of every list. */
export const OPERATOR_PAGE_SIZE = 20

/** CSV files have all rows that follow `before`. */
const format = z.optional(z.enum(['json', 'csv']))

/** Lists rows older than the one with this number. */
export const pagedByNumber = {
  before: z.optional(
    z
      .string()
      .check(z.regex(/^\d{1,15}$/, 'A whole number of up to 15 digits')),
  ),
  format,
}
export const pagedById = { before: z.optional(z.uuid()), format }
export const operatorPageQuery = z.strictObject(pagedByNumber)

export const OLDER =
  'Pass the last one’s number as `before` to get the next page.'
export const BY_ID = 'Pass the last `id` as `before` to get the next page.'
