import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { Metrics } from '../platform/metrics.ts'

export type JobMetrics = Pick<
  Metrics,
  'jobFailuresInRow' | 'jobRuns' | 'jobSuccess'
>

/** Reads how the jobs of this process fare, by their names. */
export async function jobHealth({
  jobFailuresInRow,
  jobRuns,
  jobSuccess,
}: JobMetrics): Promise<OperatorOverview['jobs']> {
  const [runs, successes, inRow] = await Promise.all([
    jobRuns.get(),
    jobSuccess.get(),
    jobFailuresInRow.get(),
  ])
  const count = (job: string, outcome: string) =>
    runs.values.find(
      ({ labels }) => labels.job === job && labels.outcome === outcome,
    )?.value ?? 0
  const names = new Set(runs.values.map(({ labels }) => String(labels.job)))
  return [...names].sort().map((name) => {
    const success = successes.values.find(({ labels }) => labels.job === name)
    const failures = count(name, 'failed')
    return {
      name,
      lastSuccessAt: success
        ? new Date(success.value * 1_000).toISOString()
        : null,
      runs: count(name, 'done') + failures,
      failures,
      failuresInRow:
        inRow.values.find(({ labels }) => labels.job === name)?.value ?? 0,
    }
  })
}
