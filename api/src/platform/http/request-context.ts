import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'
import type { HttpMetrics } from '../metrics.ts'

/** Of requests that went well, one in so many is logged. */
const SAMPLE = 1_000
const SLOW_MS = 1_000

/**
 * Gives each request an id and a log, counts it, and logs what is worth it:
 * everything that failed or was slow, and a sample of the rest.
 */
export function requestContext(
  log: Logger,
  metrics: HttpMetrics,
): RequestHandler {
  const prefix = randomBytes(6).toString('hex')
  let count = 0

  return (req, res, next) => {
    const startedAtMs = performance.now()
    count += 1
    const requestId = `${prefix}-${count.toString(36)}`
    const isSample = count % SAMPLE === 0
    req.id = requestId
    req.log = log
    res.setHeader('X-Request-Id', requestId)
    // Limits, turns and streams all listen for the end of a response.
    res.setMaxListeners(20)
    res.on('finish', () => {
      const durationMs = performance.now() - startedAtMs
      const { statusCode } = res
      metrics.observe(statusCode, durationMs)
      if (statusCode >= 500 || durationMs > SLOW_MS || isSample) {
        const { method, path } = req
        const fields = { requestId, method, path, statusCode, durationMs }
        log[statusCode >= 500 ? 'error' : 'info'](
          fields,
          'http.request_completed',
        )
      }
    })
    next()
  }
}

declare global {
  namespace Express {
    interface Request {
      id: string
      log: Logger
    }
  }
}
