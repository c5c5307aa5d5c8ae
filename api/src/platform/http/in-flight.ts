import type { Response } from 'express'
import { whenAnswered } from './when-answered.ts'

/** Counts requests whose answers are not taken yet, by whom they belong to. */
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
    this.#counts.set(owner, count + 1)
    whenAnswered(res, () => this.#leave(owner))
    return true
  }

  #leave(owner: Owner): void {
    const count = this.#counts.get(owner) ?? 0
    if (count > 1) this.#counts.set(owner, count - 1)
    else this.#counts.delete(owner)
  }
}
