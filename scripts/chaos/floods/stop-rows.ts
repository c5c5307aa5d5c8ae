import { readFileSync } from 'node:fs'
import { atMost, type Measure, none, rounded } from '../../cli/measures.ts'
import type { StageProcess } from '../../product/stage.ts'

/** What the API allows itself. */
const STOP_SECONDS_MAX = 10

/** Asks an API process to stop by SIGTERM, whoever is still connected. */
export async function stopRows(
  flood: string,
  { process: api }: StageProcess,
): Promise<Measure[]> {
  const startedAt = performance.now()
  await api.stop()
  const seconds = (performance.now() - startedAt) / 1_000
  const hasStopped = readFileSync(api.logFile, 'utf8').includes('"api.stopped"')
  return [
    atMost(STOP_SECONDS_MAX, {
      name: `${flood}_stopped_within`,
      value: rounded(seconds),
      unit: 's',
    }),
    none(`${flood}_stopped_by_force`, hasStopped ? 0 : 1),
  ]
}
