import * as z from 'zod/mini'

const pairAnswer = z.object({
  pair: z.object({ priceUsd: z.string().check(z.regex(/^\d+(\.\d+)?$/)) }),
})

/** The price in a market-data service's answer about a pair. */
export function priceUsd(answer: unknown): number {
  return Number(pairAnswer.parse(answer).pair.priceUsd)
}
