import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '#core/assert.ts'
import { type AttackName, attacks, type Target } from './attacks.ts'

const ATTACK_MS = 10_000

// Runs in a thread, so that the attack doesn't delay measurements. Attacks at a
// message, and answers with the tally.
const { name, target }: { name: AttackName; target: Target } = workerData
assert(parentPort !== null, 'runs as a worker')
await once(parentPort, 'message')
// Unread connections don't keep the thread running.
parentPort.ref()
const answers = await attacks[name](target, AbortSignal.timeout(ATTACK_MS))
const tally: Record<string, number> = {}
for (const answer of answers) tally[answer] = (tally[answer] ?? 0) + 1
parentPort.postMessage(tally)
