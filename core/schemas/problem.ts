import * as z from 'zod/mini'

/** Schema of every refusal's body; some codes add fields. */
export const problem = z.looseObject({
  code: z.string(),
  /** Its exact name: several refusals share a code. */
  refusal: z.optional(z.string()),
  message: z.string(),
  requestId: z.string(),
  issues: z.optional(
    z.array(
      z.strictObject({
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
      }),
    ),
  ),
})
export type Problem = z.infer<typeof problem>
