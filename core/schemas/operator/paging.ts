import * as z from 'zod/mini'

/** Rows of a full page of every list: behind it there may be another one. */
export const OPERATOR_PAGE_SIZE = 20

/** Of lists that are numbered: older rows than this one. */
const before = z.optional(
  z.string().check(z.regex(/^\d{1,15}$/, 'A whole number of up to 15 digits')),
)

/** Every list is also a file: all that follows `before`, in pages. */
const format = z.optional(z.enum(['json', 'csv']))

export const pagedByNumber = { before, format }
export const pagedById = { before: z.optional(z.uuid()), format }

export const operatorPageQuery = z.strictObject(pagedByNumber)
