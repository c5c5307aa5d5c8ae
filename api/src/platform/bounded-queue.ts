import PQueue from 'p-queue'
import { Refusal } from '#core/refusals.ts'

/** Per key; at 30 ms a password, the last one waits six seconds. */
const WAITING_PER_KEY_MAX = 200

type Task<T> = () => Promise<T>

/** Creates a queue that runs some tasks at once, and refuses those that would wait too long. */
export function createBoundedQueue(concurrency: number, waitingMax: number) {
  const queue = new PQueue({ concurrency })
  /** @throws too_busy before the task starts. */
  return <T>(task: Task<T>) => addBounded(queue, waitingMax, task)
}

/** Creates queues by key: tasks of the same key run one at a time. */
export function createKeyedQueue() {
  const queues = new Map<string, PQueue>()

  function open(key: string): PQueue {
    const queue = new PQueue({ concurrency: 1 })
    queue.addEventListener('idle', () => queues.delete(key))
    queues.set(key, queue)
    return queue
  }

  function run<T>(key: string, task: Task<T>): Promise<T> {
    return addBounded(queues.get(key) ?? open(key), WAITING_PER_KEY_MAX, task)
  }

  /** Waits for each key in the order given, which must be the same for all tasks. */
  function runWithAll<T>(keys: readonly string[], task: Task<T>): Promise<T> {
    const [key, ...others] = keys
    if (key === undefined) return task()
    return run(key, () => runWithAll(others, task))
  }

  return {
    run,
    runWithAll,
    size: () => queues.size,
  }
}

async function addBounded<T>(queue: PQueue, waitingMax: number, task: Task<T>) {
  if (queue.size >= waitingMax) throw new Refusal('too_busy')
  return queue.add(task)
}
