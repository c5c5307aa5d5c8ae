import type * as z from 'zod/mini'
import { roundAnswerOf } from '../../api/rounds.ts'
import { coinFlip } from './coin-flip.ts'

/** Response of POST /api/games/coinflip. */
export const coinFlipAnswer = roundAnswerOf(coinFlip)
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>
