import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Target } from './attack.ts'
import type { FloodName } from './attacks.ts'
import type { Tally } from './tally.ts'

const WORKER = new URL('./attack-worker.ts', import.meta.url)

/** An attack in a thread of its own, which is up before anybody measures. */
export class Attacker {
  readonly #worker: Worker
  readonly #ended: Promise<Tally>

  constructor(name: FloodName) {
    this.#worker = new Worker(WORKER, { workerData: name })
    this.#ended = once(this.#worker, 'exit').then(() => ({}))
    // Told by attack(), also when it fails before.
    this.#ended.catch(() => undefined)
  }

  /** @returns what it was answered; nothing if it was ended before. */
  async attack(target: Target): Promise<Tally> {
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage(target)
    return Promise.race([answered.then(([tally]) => tally), this.#ended])
  }

  /** Closes all of its connections at once. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
