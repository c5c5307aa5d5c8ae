import * as z from 'zod/mini'
import type { Action, Bet, GameRequest } from './game.ts'

/** Request that starts a round; its body is the bet. */
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

/** Number of actions that the sender has seen, in requests that continue a round. */
export const step = z.optional(z.int().check(z.nonnegative()))

/** Request for an action that is determined by its path. */
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
