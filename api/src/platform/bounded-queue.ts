import PQueue from 'p-queue'
import { Refusal } from '#core/refusals.ts'

/** Per key; at 30 ms a password, the last one waits six seconds. */
const WAITING_PER_KEY_MAX = 200

/** Runs tasks in order, some at once, and refuses tasks that would wait too long. */
export class BoundedQueue {
  readonly #queue: PQueue
  readonly #waitingMax: number

  constructor(options: { concurrency: number; waitingMax: number }) {
    this.#queue = new PQueue({ concurrency: options.concurrency })
    this.#waitingMax = options.waitingMax
  }

  /** @throws too_busy before the task starts. */
  async run<T>(task: () => Promise<T>): Promise<Awaited<T>> {
    if (this.#queue.size >= this.#waitingMax) throw new Refusal('too_busy')
    return this.#queue.add(task)
  }

  onIdle(listener: () => void): void {
    this.#queue.addEventListener('idle', listener)
  }
}

/** Runs tasks of the same key one at a time, and tasks of other keys concurrently. */
export class KeyedQueue {
  readonly #queues = new Map<string, BoundedQueue>()

  /** @throws too_busy when too many tasks of the key wait. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? this.#open(key)
    return queue.run(task)
  }

  /** Waits for each key in the order given, which must be the same for all tasks. */
  runWithAll<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys
    if (key === undefined) return task()
    return this.run(key, () => this.runWithAll(others, task))
  }

  /** Number of keys with tasks. */
  get size(): number {
    return this.#queues.size
  }

  #open(key: string): BoundedQueue {
    const queue = new BoundedQueue({
      concurrency: 1,
      waitingMax: WAITING_PER_KEY_MAX,
    })
    queue.onIdle(() => this.#queues.delete(key))
    this.#queues.set(key, queue)
    return queue
  }
}
