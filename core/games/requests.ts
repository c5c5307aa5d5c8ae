import * as z from 'zod/mini'
import type { Action, Bet, GameRequest } from './game.ts'

/** A request whose body is a bet. */
export function startRequest<B extends Bet>(
  path: string,
  bet: z.ZodMiniType<B>,
): GameRequest<B, never> {
  return {
    path,
    body: z.pipe(
      bet,
      z.transform((start) => ({ start })),
    ),
  }
}

/** Part of a request that goes on: how many actions its sender has seen. */
export const step = z.optional(z.int().check(z.nonnegative()))

/** A request for an action that its path says all of. */
export function plainRequest<A extends Action>(
  path: string,
  act: A,
): GameRequest<never, A> {
  return {
    path,
    body: z.pipe(
      z.strictObject({ step }),
      z.transform((seen) => ({ act, ...seen })),
    ),
  }
}
