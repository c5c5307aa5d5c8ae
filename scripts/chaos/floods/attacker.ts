import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Tally, Target } from './attack.ts'
import type { FloodName } from './attacks.ts'

const WORKER = new URL('./attack-worker.ts', import.meta.url)

/** An attack in its own thread, started before measurements. */
export class Attacker {
  readonly #worker: Worker
  readonly #ended: Promise<Tally>

  constructor(name: FloodName) {
    this.#worker = new Worker(WORKER, { workerData: name })
    this.#ended = once(this.#worker, 'exit').then(() => ({}))
    // attack() reports it.
    this.#ended.catch(() => undefined)
  }

  /** @returns an empty tally if it was ended before */
  async attack(target: Target): Promise<Tally> {
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage(target)
    return Promise.race([answered.then(([tally]) => tally), this.#ended])
  }

  /** Closes all connections. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
