/**
 * What chance alone gave a player: what came of draws less what was expected
 * of them by the choice that was made. By honest draws it is 0 on average,
 * however well or badly anybody plays. For statistics, so no exact numbers.
 */
export type Luck = {
  /** In coins; above 0 where the player was lucky. */
  coins: number
  /** What its square is on average, or more; in square coins. */
  variance: number
  /** How far a single draw can move it at most, in coins. */
  largest: number
}

export const NO_LUCK: Luck = { coins: 0, variance: 0, largest: 0 }

/** Of independent draws, or of draws after one another. */
export function together(one: Luck, other: Luck): Luck {
  return {
    coins: one.coins + other.coins,
    variance: one.variance + other.variance,
    largest: Math.max(one.largest, other.largest),
  }
}

/**
 * The luck of one draw, or of several at once, of which only the bounds are
 * known: by the inequality of Bhatia and Davis the variance is at most the
 * product of the mean's distances to both ends.
 */
export function boundedLuck(
  coins: number,
  { least, mean, most }: { least: number; mean: number; most: number },
): Luck {
  const variance = (most - mean) * (mean - least)
  return { coins, variance, largest: Math.max(most - mean, mean - least) }
}

/** How many standard deviations off luck is. */
export function sigmasOf({ coins, variance }: Luck): number {
  return coins === 0 ? 0 : coins / Math.sqrt(variance)
}

/** Within this many standard deviations are 99 % of a normal distribution. */
export const SIGMAS_OF_99_PERCENT = 2.575829

const RED_SIGMAS = 4
const RED_CHANCE = 1 / 1_000

/**
 * Whether honest draws explain luck: it is less than 4 standard deviations
 * off, or honest draws go as far more than once in a thousand times. The
 * second counts where rounds are few or one of them outweighs the others, so
 * that one great win is no proof of anything.
 */
export function isCredible(luck: Luck): boolean {
  return Math.abs(sigmasOf(luck)) < RED_SIGMAS || chanceBound(luck) > RED_CHANCE
}

/** How often luck goes as far at most: Bennett's inequality, as Freedman has it. */
function chanceBound({ coins, variance, largest }: Luck): number {
  const ratio = (largest * Math.abs(coins)) / variance
  const height = (1 + ratio) * Math.log1p(ratio) - ratio
  return 2 * Math.exp((-variance / largest ** 2) * height)
}
