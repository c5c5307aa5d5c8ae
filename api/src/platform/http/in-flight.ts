import type { Response } from 'express'

/** Counts requests whose answers their clients have not taken yet, by owner. */
export class InFlight<Owner> {
  readonly #max: number
  readonly #counts = new Map<Owner, number>()

  /** @param max of one owner at a time. */
  constructor(max: number) {
    this.#max = max
  }

  /** @returns false, and counts nothing, where the owner has as many as may be. */
  enter(owner: Owner, res: Response): boolean {
    const count = this.#counts.get(owner) ?? 0
    if (count >= this.#max) return false
    // Its client may have gone while something else was asked.
    if (res.destroyed) return true
    this.#counts.set(owner, count + 1)
    res.once('close', () => this.#leave(owner))
    return true
  }

  #leave(owner: Owner): void {
    const count = this.#counts.get(owner) ?? 0
    if (count > 1) this.#counts.set(owner, count - 1)
    else this.#counts.delete(owner)
  }
}
