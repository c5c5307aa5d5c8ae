import * as z from 'zod/mini'

/** What a page in a frame tells the page around it. */
export const frameMessage = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('shown') }),
  z.strictObject({ is: z.literal('unreachable') }),
  z.strictObject({ is: z.literal('price'), priceUsd: z.number() }),
])
export type FrameMessage = z.infer<typeof frameMessage>
