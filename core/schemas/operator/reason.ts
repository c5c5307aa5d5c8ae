import * as z from 'zod/mini'
import { storedText } from '../fields.ts'

/** Why an action is taken, for the audit log. */
export const reason = storedText(500).check(z.trim(), z.minLength(3, 'Say why'))

export const reasonRequest = z.strictObject({ reason })
