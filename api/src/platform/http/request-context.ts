import { randomBytes } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { Histogram } from 'prom-client'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Trace } from '../tracing.ts'

/** Logs one in this many of the fast, successful requests. */
const SAMPLE = 1_000
const SLOW_MS = 1_000

/**
 * Gives requests ids and a log. Measures them, and logs failed, slow and some
 * other ones, except those of `healthPaths`, which say 503 at every stop.
 */
export function requestContext(
  log: Logger,
  { registry }: Pick<Metrics, 'registry'>,
  healthPaths: ReadonlySet<string>,
): RequestHandler {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP requests by class of status code',
    labelNames: ['status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const byClass = [0, 1, 2, 3, 4, 5].map((digit) =>
    duration.labels(`${digit}xx`),
  )
  const prefix = randomBytes(6).toString('hex')
  let count = 0

  return (req, res, next) => {
    const arrivedAtMs = performance.now()
    count += 1
    const requestId = `${prefix}-${count.toString(36)}`
    const isSample = count % SAMPLE === 0
    req.id = requestId
    req.arrivedAtMs = arrivedAtMs
    req.log = log
    res.setHeader('X-Request-Id', requestId)
    // Limits, queues and streams all listen for the end of a response.
    res.setMaxListeners(20)
    if (healthPaths.has(req.path)) return next()
    res.on('finish', () => {
      const durationMs = performance.now() - arrivedAtMs
      const { statusCode } = res
      byClass[Math.floor(statusCode / 100)]?.observe(durationMs / 1_000)
      if (statusCode >= 500 || durationMs > SLOW_MS || isSample) {
        const { method, path } = req
        const { refusal } = res.locals
        const traceId = getTraceId(res)
        log[statusCode >= 500 ? 'error' : 'info'](
          { requestId, traceId, method, path, statusCode, refusal, durationMs },
          'http.request_completed',
        )
      }
    })
    next()
  }
}

/** Adds a refusal's name to the log of its request. */
export function setRefusal(res: Response, name: string): void {
  res.locals.refusal = name
}

export function setPlayer(res: Response, userId: string): void {
  res.locals.playerId = userId
}

/** Returns the signed-in player's id, or '' for visitors. */
export function getPlayer(res: Response): string {
  return res.locals.playerId ?? ''
}

/** Returns the trace of a request, if it has one. */
export function getTrace(res: Response): Trace | undefined {
  return res.locals.trace
}

export function getTraceId(res: Response): string | undefined {
  return getTrace(res)?.span.spanContext().traceId
}

declare global {
  namespace Express {
    // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
    interface Request {
      id: string
      /** Monotonic milliseconds. */
      arrivedAtMs: number
      log: Logger
    }
  }
}
