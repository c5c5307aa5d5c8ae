import * as z from 'zod'
import { stopGroup } from './process-group.ts'
import { isRunning } from './process-identity.ts'

/** A process as it is written down: see ProcessIdentity. */
export const identity = z.object({ pid: z.number(), startedAt: z.string() })

/** A part that a launcher runs, and how to stop it in the launcher's place. */
export const recordedPart = identity.extend({
  name: z.string(),
  stopSignal: z.custom<NodeJS.Signals>((name) => typeof name === 'string'),
  stopWithinMs: z.number(),
})

export type RecordedPart = z.infer<typeof recordedPart>

/** Stops what still runs of a killed launcher's parts, the last started first. */
export async function stopLeftovers(
  parts: readonly RecordedPart[],
): Promise<void> {
  for (const part of parts.toReversed()) {
    if (!isRunning(part)) continue
    console.log(`Stopping its ${part.name} (process ${part.pid}).`)
    await stopGroup(part)
  }
}
