import { isCredible, SIGMAS_OF_99_PERCENT, sigmasOf } from './luck.ts'
import type { Tally } from './tally.ts'

/** What was paid back beside what is to be expected, in coins. */
export type JudgedReturn = {
  /** By the rules, for the stakes and choices that were made. */
  expected: number
  /** How far 99 of 100 honest houses are off it at most. */
  band: number
  /** How many standard deviations it is off. */
  sigmas: number
  /** Whether honest draws explain it. */
  isCredible: boolean
}

export function judgedReturn({
  paid,
  luck,
}: Pick<Tally, 'paid' | 'luck'>): JudgedReturn {
  return {
    expected: paid - luck.coins,
    band: SIGMAS_OF_99_PERCENT * Math.sqrt(luck.variance),
    sigmas: sigmasOf(luck),
    isCredible: isCredible(luck),
  }
}
