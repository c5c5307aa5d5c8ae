import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Target } from './attack.ts'
import type { FloodName } from './attacks.ts'
import type { Tally } from './tally.ts'

const WORKER = new URL('./attack-worker.ts', import.meta.url)

/** An attack in a thread of its own. */
export class Attacker {
  readonly #worker: Worker
  /** What it was answered, once it is done; nothing when it was ended before. */
  readonly done: Promise<Tally>

  constructor(name: FloodName, target: Target) {
    this.#worker = new Worker(WORKER, { workerData: { name, target } })
    const ended = once(this.#worker, 'exit').then((): Tally => ({}))
    const answered = once(this.#worker, 'message')
    this.done = Promise.race([answered.then(([tally]): Tally => tally), ended])
  }

  /** Closes all of its connections at once. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
