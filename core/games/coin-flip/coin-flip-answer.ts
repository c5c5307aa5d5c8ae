import type * as z from 'zod/mini'
import { toRoundAnswer } from '../../api/rounds.ts'
import { coinFlip } from './coin-flip.ts'

/** Response of POST /api/games/coinflip. */
export const coinFlipAnswer = toRoundAnswer(coinFlip)
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>
