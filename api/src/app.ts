import express, { type Express, Router } from 'express'
import type pg from 'pg'
import { referenceRoutes } from './api-reference.ts'
import type { Config } from './config.ts'
import { ownOrigin, refuseCrossSite } from './platform/http/cross-site.ts'
import { errorHandler, notFound } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health.routes.ts'
import { limitInFlight } from './platform/http/limit-in-flight.ts'
import { limitRequests } from './platform/http/limit-requests.ts'
import type { OpenConnections } from './platform/http/open-connections.ts'
import { requestContext } from './platform/http/request-context.ts'
import { dataHeaders, pageHeaders } from './platform/http/security-headers.ts'
import { type Guards, serveOn } from './platform/http/serve.ts'
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
  requests: 'requests of operators',
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

/** Makes the Express app: middleware, the modules' endpoints and the web build. */
export function makeApp(deps: {
  config: Config
  platform: Platform
  modules: readonly Module[]
  guards: Guards
  connections: OpenConnections
  /** Returns the Content-Security-Policy of a third-party frame. */
  framePolicy: (frame: string) => string
  /** False once the process is stopping. */
  isOpen: () => boolean
}): Express {
  const { config, platform, modules, guards, connections, isOpen } = deps
  const { framePolicy } = deps
  const { log, metrics, signInPool } = platform
  const { https, metricsPublic, webDir } = config
  const serving = { endpoints: [], guards, log }
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('trust proxy', config.trustProxyHops)

  app.use(requestContext(log, metrics.http))
  app.use(
    connections.refuseOthers(HEALTH_PATHS),
    limitInFlight(config.requestsPerNetwork),
    spreadReads(),
  )
  app.use(
    '/api',
    dataHeaders,
    refuseCrossSite(ownOrigin(config.publicUrl)),
    apiRoutes(modules, serving),
  )
  app.use(
    referenceRoutes(serving.endpoints),
    healthRoutes({
      registry: metrics.registry,
      metricsPublic,
      isReady: async () => isOpen() && answers(signInPool),
    }),
  )
  if (webDir) {
    const walletConnect = config.walletConnectProjectId !== undefined
    app.use(
      pageHeaders({ https, walletConnect }),
      webFiles(webDir, { site: config.publicUrl, framePolicy }),
    )
  }
  app.use(dataHeaders, notFound, errorHandler)
  return app
}

async function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('SELECT').then(
    () => true,
    () => false,
  )
}

function apiRoutes(
  modules: readonly Module[],
  serving: Parameters<typeof serveOn>[1],
): Router {
  const router = Router()
  router.use(PROOFS, limitRequests(PROOFS_LIMIT))
  router.use('/operator', limitRequests(OPERATORS_LIMIT))
  router.use(LISTS, queueReads())
  router.use(express.json({ limit: BODY_MAX }))
  const serve = serveOn(router, serving)
  for (const { mount } of modules) mount?.(serve)
  router.use(notFound)
  return router
}
