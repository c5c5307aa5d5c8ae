import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '#testing/server/eventually.ts'
import { type Job, superviseJobs } from './jobs.ts'
import { makeLogger } from './logger.ts'
import { makeMetrics } from './metrics.ts'

const EVERY_MS = 10
const supervisors: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const { close } of supervisors.splice(0)) await close()
})

function supervise(...runs: Job['run'][]) {
  const metrics = makeMetrics()
  const jobs = runs.map((run, index): Job => {
    return { name: index === 0 ? 'feed' : 'races', everyMs: EVERY_MS, run }
  })
  const supervisor = superviseJobs(jobs, {
    jobHealth: new Map(),
    log: makeLogger('silent'),
    metrics,
  })
  supervisors.push(supervisor)
  return { ...supervisor, metrics }
}

test('repeats a job from the start, one run at a time', async () => {
  let running = 0
  let most = 0
  const run = vi.fn(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS))
    running -= 1
  })
  const { metrics } = supervise(run)
  expect(run).toHaveBeenCalledTimes(1)
  await eventually(() => expect(run.mock.calls.length).toBeGreaterThan(3))
  expect(most).toBe(1)
  const text = await metrics.registry.metrics()
  expect(text).toMatch(
    /job_runs_total\{job="feed",outcome="done"\} ([3-9]|\d\d)/,
  )
  expect(text).toMatch(/job_last_success_seconds\{job="feed"\} \d{9}/)
})

test('backs off from a failing job until it recovers', async () => {
  const timesMs: number[] = []
  let whileFailing = ''
  const { metrics } = supervise(async () => {
    timesMs.push(performance.now())
    if (timesMs.length < 6) throw new Error('not yet')
    whileFailing ||= await metrics.registry.metrics()
  })
  await eventually(() => expect(timesMs.length).toBeGreaterThan(12))
  const [first = 0, , , , , sixth = 0] = timesMs
  // Each wait is at least half of twice the last one; timers may be 1 ms early.
  expect(sixth - first).toBeGreaterThanOrEqual(31 * EVERY_MS - 5)
  expect(whileFailing).toMatch(
    /job_runs_total\{job="feed",outcome="failed"\} 5/,
  )
  expect(whileFailing).toMatch(/job_failures_in_row\{job="feed"\} 5/)
  expect(await metrics.registry.metrics()).toMatch(
    /job_failures_in_row\{job="feed"\} 0/,
  )
})

test('does not delay other jobs when one fails', async () => {
  const healthy = vi.fn(async () => undefined)
  supervise(async () => {
    throw new Error('not today')
  }, healthy)
  await eventually(() => expect(healthy.mock.calls.length).toBeGreaterThan(3))
})

test('aborts and awaits the current run on close, and starts no other', async () => {
  let ended = 0
  const run = vi.fn(
    (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          setTimeout(() => {
            ended += 1
            resolve()
          }, EVERY_MS)
        })
      }),
  )
  const { close } = supervise(run)
  await close()
  expect(ended).toBe(1)
  expect(run).toHaveBeenCalledTimes(1)
})
