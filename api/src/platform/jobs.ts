import { setTimeout } from 'node:timers/promises'
import type { JobName } from '#core/api/operator/overview.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

const BACK_OFF_MAX_MS = 30_000
/** Leaves six of the ten seconds of a shutdown to the other steps. */
const CLOSE_MS = 4_000

export type Job = {
  name: JobName
  /** Pause between the end of one run and the next. */
  everyMs: number
  /** Longest pause after failures; half a minute by default. */
  backOffMaxMs?: number
  run(signal: AbortSignal): Promise<void>
}

/** State of a job in this process. */
export type JobHealth = {
  name: JobName
  /** ISO 8601. */
  lastSuccessAt: string | null
  runs: number
  failures: number
  failuresInRow: number
}

/** Runs jobs until closed, and retries failures with exponential back-off. */
export function superviseJobs(
  jobs: readonly Job[],
  {
    jobHealth,
    log,
    metrics,
  }: {
    /** Health of each job that has run, by name. */
    jobHealth: Map<string, JobHealth>
    log: Logger
    metrics: Metrics
  },
) {
  const stop = new AbortController()
  const jobRuns = metrics.counter(
    'job_runs_total',
    'Background job runs by outcome',
    ['job', 'outcome'],
  )
  const jobSuccess = metrics.gauge(
    'job_last_success_seconds',
    'When a background job last succeeded, Unix time',
    ['job'],
  )
  const jobFailuresInRow = metrics.gauge(
    'job_failures_in_row',
    'Failed runs of a background job since its last success',
    ['job'],
  )

  async function supervise(job: Job): Promise<void> {
    const { name, everyMs, run, backOffMaxMs = BACK_OFF_MAX_MS } = job
    const health: JobHealth = {
      name,
      lastSuccessAt: null,
      runs: 0,
      failures: 0,
      failuresInRow: 0,
    }
    while (!stop.signal.aborted) {
      try {
        await run(stop.signal)
        health.failuresInRow = 0
        health.lastSuccessAt = new Date().toISOString()
        jobRuns.inc({ job: name, outcome: 'done' })
        jobSuccess.setToCurrentTime({ job: name })
      } catch (error) {
        health.failures += 1
        health.failuresInRow += 1
        jobRuns.inc({ job: name, outcome: 'failed' })
        const failures = health.failuresInRow
        log.warn({ error, job: name, failures }, 'job.failed')
      }
      health.runs += 1
      const { failuresInRow } = health
      jobHealth.set(name, health)
      jobFailuresInRow.set({ job: name }, failuresInRow)
      const backOffMs = Math.min(everyMs * 2 ** failuresInRow, backOffMaxMs)
      // Jitters, so that processes don't retry in step.
      const jitteredMs = backOffMs * (0.5 + Math.random() / 2)
      const pause = { signal: stop.signal }
      await setTimeout(Math.max(everyMs, jitteredMs), undefined, pause).catch(
        () => undefined,
      )
    }
  }

  const running = Promise.all(jobs.map(supervise))
  return {
    /** Stops all jobs. Doesn't wait for a run that blocks, whose lease expires. */
    async close() {
      stop.abort()
      const closeTimeout = setTimeout(CLOSE_MS, undefined, { ref: false })
      await Promise.race([running, closeTimeout])
    },
  }
}
