import { createInterface } from 'node:readline'
import * as z from 'zod'
import { type Part, part, stopParts } from './parts.ts'
import { isRunning } from './system-processes.ts'

// Reads the launcher's parts, a list a line, until the launcher ends, which
// closes the pipe. See watchdog.ts.

const launcher = process.ppid
const parts = z.array(part)

// The terminal may have closed with the launcher.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

let last: Part[] = []
for await (const line of createInterface({ input: process.stdin })) {
  last = parts.parse(JSON.parse(line))
}
if (last.some(isRunning)) {
  console.log(`The launcher (process ${launcher}) was killed.`)
  await stopParts(last)
}
