import type { HorseId } from '#core/race/horses.ts'

/** What each horse's win would cost the house, as bets are taken one by one. */
export class HorsePools {
  readonly #pools: number[]

  /** @param pools in coins, in the horses' order. */
  constructor(pools: readonly number[]) {
    this.#pools = [...pools]
  }

  /** By how much the worst case grows with a payout on a horse. */
  growth(horse: HorseId, payout: number): number {
    const worst = Math.max(...this.#pools)
    return Math.max(0, this.#of(horse) + payout - worst)
  }

  add(horse: HorseId, payout: number): void {
    this.#pools[horse - 1] = this.#of(horse) + payout
  }

  all(): readonly number[] {
    return this.#pools
  }

  #of(horse: HorseId): number {
    return this.#pools[horse - 1] ?? 0
  }
}
