import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#core/assert.ts'
import { attacks, type FloodName } from './attacks.ts'

const ATTACK_MS = 10_000

// The attacker has a thread of its own, or it would delay those who measure.
const name: FloodName = workerData
assert(parentPort !== null, 'it runs as a worker')
const [target] = await once(parentPort, 'message')
// Connections that nobody reads would not keep the thread running.
parentPort.ref()
parentPort.postMessage(
  await attacks[name](target, AbortSignal.timeout(ATTACK_MS)),
)
