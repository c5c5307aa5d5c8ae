import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'

export type HttpMetrics = {
  observe(statusCode: number, durationMs: number): void
}

export type Metrics = ReturnType<typeof makeMetrics>

/** What /metrics tells, in Prometheus's terms. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP requests by class of status code',
    labelNames: ['status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const byClass = [0, 1, 2, 3, 4, 5].map((digit) =>
    requests.labels(`${digit}xx`),
  )

  return {
    registry,
    http: {
      observe(statusCode, durationMs) {
        byClass[Math.floor(statusCode / 100)]?.observe(durationMs / 1_000)
      },
    } satisfies HttpMetrics,
    jobRuns: new Counter({
      name: 'job_runs_total',
      help: 'Background job runs by outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSuccess: new Gauge({
      name: 'job_last_success_seconds',
      help: 'When a background job last succeeded, Unix time',
      labelNames: ['job'],
      registers,
    }),
    houseRefills: new Counter({
      name: 'house_refill_coins_total',
      help: 'Coins granted to the house because it ran low',
      registers,
    }),
  }
}
