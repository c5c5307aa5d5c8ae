import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'

const answer = z.strictObject({ error: z.optional(z.string()) })
type Answer = z.infer<typeof answer>

/** The thread that counts, started when there is something to count first. */
export class ReturnsThread {
  readonly #databaseUrl: string
  #worker: Worker | undefined

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** Has it count all that is over. */
  async count(): Promise<void> {
    const worker = this.#worker ?? this.#start()
    worker.postMessage('count')
    const { error } = await answerOf(worker)
    if (error !== undefined) throw new Error(error)
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(new URL('./returns-worker.ts', import.meta.url), {
      workerData: { databaseUrl: this.#databaseUrl },
    })
    worker.unref()
    // Who waits for an answer is told; otherwise a new one is started in time.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }
}

/** Waits for its answer. @throws what the thread died of, or that it was ended. */
async function answerOf(worker: Worker): Promise<Answer> {
  const ended = new AbortController()
  const end = () => ended.abort(new Error('The counting thread has ended'))
  worker.once('exit', end)
  try {
    const { signal } = ended
    for await (const [message] of on(worker, 'message', { signal })) {
      // Under `node --watch` a thread also reports its imports.
      const { data } = answer.safeParse(message)
      if (data) return data
    }
    throw new Error('The counting thread says no more')
  } finally {
    worker.off('exit', end)
  }
}
