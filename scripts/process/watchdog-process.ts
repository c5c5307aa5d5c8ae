import { createInterface } from 'node:readline'
import * as z from 'zod'
import { type RecordedPart, recordedPart, stopLeftovers } from './leftover.ts'
import { isRunning } from './process-identity.ts'

// Reads the launcher's parts, a list a line, until the launcher is gone,
// however it ended: the system closes the pipe. See watchdog.ts.

const launcher = process.ppid
const parts = z.array(recordedPart)

// The terminal may be gone with the launcher.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

let last: RecordedPart[] = []
for await (const line of createInterface({ input: process.stdin })) {
  last = parts.parse(JSON.parse(line))
}
if (last.some(isRunning)) {
  console.log(`The launcher (process ${launcher}) was killed.`)
  await stopLeftovers(last)
}
