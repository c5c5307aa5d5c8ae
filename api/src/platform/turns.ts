import { BoundedQueue } from './bounded-queue.ts'

/** For each key; at 30 ms for a password the last one waits six seconds. */
const WAITING_MAX = 200

/** Work under one key is done one after the other, and beside that of other keys. */
export class Turns {
  readonly #queues = new Map<string, BoundedQueue>()

  /** @throws unavailable when too much is waiting. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? this.#open(key)
    return queue.run(work)
  }

  /** Waits for each key's turn in the order given, which must be the same for all. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys
    if (key === undefined) return work()
    return this.take(key, () => this.takeAll(others, work))
  }

  /** Keys that are in use. */
  get size(): number {
    return this.#queues.size
  }

  #open(key: string): BoundedQueue {
    const queue = new BoundedQueue({ concurrency: 1, waitingMax: WAITING_MAX })
    queue.onIdle(() => this.#queues.delete(key))
    this.#queues.set(key, queue)
    return queue
  }
}
