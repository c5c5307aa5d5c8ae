/** Random choices of one run. */
export type Chance = {
  /** A whole number from 0 up to below n. */
  below(n: number): number
  oneOf<T>(list: readonly T[]): T
}

export function chanceOf(random: () => number): Chance {
  const below = (n: number) => Math.floor(random() * n)
  return {
    below,
    oneOf(list) {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}
