import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#core/assert.ts'
import { attacks, type FloodName } from './attacks.ts'

const ATTACK_MS = 10_000

// Runs in a thread, so that the attack doesn't delay measurements.
const name: FloodName = workerData
assert(parentPort !== null, 'runs as a worker')
const [target] = await once(parentPort, 'message')
// Unread connections don't keep the thread running.
parentPort.ref()
parentPort.postMessage(
  await attacks[name](target, AbortSignal.timeout(ATTACK_MS)),
)
