import * as z from 'zod/mini'

/** Why an action is taken, for the audit log. */
export const reason = z
  .string('Say why')
  .check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(500))

export const reasonRequest = z.strictObject({ reason })
