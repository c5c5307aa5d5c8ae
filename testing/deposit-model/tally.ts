/** Counts how often what happened. */
export class Tally {
  readonly #times = new Map<string, number>()

  add(what: string, times = 1): void {
    this.#times.set(what, (this.#times.get(what) ?? 0) + times)
  }

  addAll(other: Tally): void {
    for (const [what, times] of other.#times) this.add(what, times)
  }

  clear(): void {
    this.#times.clear()
  }

  /** Those of some things that never happened. */
  missing(whats: readonly string[]): string[] {
    return whats.filter((what) => !this.#times.get(what))
  }
}
