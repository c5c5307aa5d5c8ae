import * as z from 'zod/mini'
import { count } from '../schemas/fields.ts'
import type { Action, Bet, GameRequest } from './game.ts'

type Described = Pick<GameRequest, 'path' | 'summary' | 'example'>

/** Request that starts a round; its body is the bet. */
export function startRequest<B extends Bet>(
  described: Described,
  bet: z.ZodMiniType<B>,
): GameRequest<B, never> {
  return {
    ...described,
    body: z.pipe(
      bet,
      z.transform((start) => ({ start })),
    ),
  }
}

/** Number of actions that the sender has seen, in requests that continue a round. */
export const step = z.optional(count)

/** Request for an action that is determined by its path. */
export function plainRequest<A extends Action>(
  { path, summary }: Omit<Described, 'example'>,
  act: A,
): GameRequest<never, A> {
  return {
    path,
    summary,
    example: {},
    body: z.pipe(
      z.strictObject({ step }),
      z.transform((seen) => ({ act, ...seen })),
    ),
  }
}
