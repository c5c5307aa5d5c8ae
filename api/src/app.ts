import express, { type Express, Router } from 'express'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { Endpoint } from '#core/api/endpoint.ts'
import { Refusal } from '#core/refusals.ts'
import { referenceRoutes } from './api-reference.ts'
import type { Config } from './config.ts'
import { ownOrigin, refuseCrossSite } from './platform/http/cross-site.ts'
import { cspReports } from './platform/http/csp-reports.ts'
import { errorHandler, notFound } from './platform/http/error-handler.ts'
import { limitInFlight } from './platform/http/limit-in-flight.ts'
import { limitRequests } from './platform/http/limit-requests.ts'
import type { OpenConnections } from './platform/http/open-connections.ts'
import { createRefusalLog } from './platform/http/refusal-log.ts'
import { requestContext } from './platform/http/request-context.ts'
import { dataHeaders, pageHeaders } from './platform/http/security-headers.ts'
import { createServe, type Guards } from './platform/http/serve.ts'
import { queueReads, spreadReads } from './platform/http/share-reads.ts'
import { webFiles } from './platform/http/web-files.ts'
import type { Module, Platform } from './platform/platform.ts'

const BODY_MAX = '16kb'
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/** Allows a player to verify ten rounds per second. */
const PROOFS = ['/verify', '/fairness/commitments']
const PROOFS_LIMIT = {
  requests: 'rounds to prove at once',
  max: 600,
  windowMs: 60_000,
  per: 'network',
} as const

/** Slows down clients that try tokens, even though they can't be guessed. */
const OPERATORS_LIMIT = {
  requests: 'operator requests',
  max: 1_200,
  windowMs: 60_000,
  per: 'network',
} as const

/** Public, uncached database reads; {@link queueReads} bounds them. */
const LISTS = [
  '/anchors',
  '/audit',
  '/races/history',
  '/receipts',
  '/sports/season',
  '/transactions',
  '/user/data',
  '/verify',
]

export function makeApp(
  { log, metrics, signInPool, tracing }: Platform,
  config: Config,
  deps: {
    modules: readonly Module[]
    guards: Guards
    connections: OpenConnections
    /** Returns the Content-Security-Policy of a third-party frame. */
    framePolicy: (frame: string) => string
    /** False once the process is stopping. */
    isOpen: () => boolean
  },
): Express {
  const { modules, guards, connections, framePolicy, isOpen } = deps
  const { https, metricsPublic, webDir } = config
  const endpoints: Endpoint[] = []
  const api = Router()
    .use(PROOFS, limitRequests(PROOFS_LIMIT))
    .use('/operator', limitRequests(OPERATORS_LIMIT))
    .use(LISTS, queueReads())
    .use(express.json({ limit: BODY_MAX }))
  const serve = createServe(api, { endpoints, guards, log, tracing })
  for (const { mount } of modules) mount?.(serve)
  api.use(notFound)
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('trust proxy', config.trustProxyHops)

  const headers = dataHeaders(config)
  app.use(requestContext(log, metrics, HEALTH_PATHS), headers)
  app.use(
    connections.refuseOthers(HEALTH_PATHS),
    limitInFlight(config.requestsPerNetwork),
    spreadReads(),
  )
  app.use('/api', refuseCrossSite(ownOrigin(config.publicUrl)), api)
  app.use(
    referenceRoutes(endpoints),
    cspReports(metrics),
    healthRoutes(metrics.registry, {
      metricsPublic,
      isReady: () => isOpen() && answers(signInPool),
    }),
  )
  if (webDir) {
    const walletConnect = config.walletConnectProjectId !== undefined
    app.use(
      pageHeaders({ https, walletConnect }),
      webFiles(webDir, { site: config.publicUrl, framePolicy }),
    )
  }
  const refusals = createRefusalLog(config.sessionSecret)
  app.use(headers, notFound, errorHandler(refusals))
  return app
}

function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('SELECT').then(
    () => true,
    () => false,
  )
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function healthRoutes(
  registry: Registry,
  {
    metricsPublic,
    isReady,
  }: { metricsPublic: boolean; isReady: () => boolean | Promise<boolean> },
): Router {
  const router = Router()

  router.get('/healthz', (_req, res) => {
    res.json({ status: 'alive' })
  })

  router.get('/readyz', async (_req, res) => {
    const ready = await isReady()
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready' })
  })

  router.get('/metrics', async (req, res) => {
    // Reads the socket's address: a client can forge a forwarded one.
    const isLocal = LOOPBACK.has(req.socket.remoteAddress ?? '')
    const isForwarded = req.headers['x-forwarded-for'] !== undefined
    if (!metricsPublic && (!isLocal || isForwarded)) {
      throw new Refusal('metrics_private')
    }
    res.type(registry.contentType).send(await registry.metrics())
  })

  return router
}
