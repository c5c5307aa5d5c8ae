import PQueue from 'p-queue'
import { Refusal } from '#core/refusals.ts'

/** Runs work in the order it came, so much of it at once, and refuses what would wait too long. */
export class BoundedQueue {
  readonly #queue: PQueue
  readonly #waitingMax: number

  constructor(options: { concurrency: number; waitingMax: number }) {
    this.#queue = new PQueue({ concurrency: options.concurrency })
    this.#waitingMax = options.waitingMax
  }

  /** @throws unavailable, without having begun. */
  async run<T>(work: () => Promise<T>): Promise<Awaited<T>> {
    if (this.#queue.size >= this.#waitingMax) throw new Refusal('too_busy')
    return this.#queue.add(work)
  }

  onIdle(listener: () => void): void {
    this.#queue.addEventListener('idle', listener)
  }
}
