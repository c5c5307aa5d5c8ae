import { test } from 'vitest'
import {
  CASH_OUT,
  cashOut,
  guessWrong,
  HIGHER,
  LOWER,
  SKIP,
} from './hi-lo-scenario.ts'

test('a streak of two with a skip is cashed out and proven', () =>
  cashOut({ moves: [HIGHER, SKIP, LOWER, CASH_OUT] }))

test('a first guess that is wrong ends the round, and is proven', () =>
  guessWrong({ moves: [HIGHER] }))
