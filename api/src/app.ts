import express, { type Express, Router } from 'express'
import type pg from 'pg'
import type { Config } from './config.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { requirePlayerBy } from './features/auth/require-player.ts'
import { sessionMiddleware } from './features/auth/session-middleware.ts'
import { siweRoutes } from './features/auth/siwe.routes.ts'
import { recheckRoutes } from './features/deposits/recheck.routes.ts'
import { fairnessRoutes } from './features/fairness/fairness.routes.ts'
import { faucetRoutes } from './features/faucet/faucet.routes.ts'
import { ledgerRoutes } from './features/ledger/ledger.routes.ts'
import { limitsRoutes } from './features/limits/limits.routes.ts'
import { roundsRoutes } from './features/rounds/rounds.routes.ts'
import { rpcRoutes } from './features/rpc/rpc.routes.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { walletRoutes } from './features/wallet/wallet.routes.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health.routes.ts'
import {
  limitNetworks,
  limitPipelining,
  limitPlayers,
} from './platform/http/limit-in-flight.ts'
import { limitRequests } from './platform/http/limit-requests.ts'
import { nothingHere } from './platform/http/nothing-here.ts'
import type { OpenConnections } from './platform/http/open-connections.ts'
import { ownOrigin } from './platform/http/own-origin.ts'
import { refuseCrossSite } from './platform/http/refuse-cross-site.ts'
import { requestContext } from './platform/http/request-context.ts'
import { dataHeaders, pageHeaders } from './platform/http/security-headers.ts'
import { webFiles } from './platform/http/web-files.ts'
import type { Platform } from './platform/platform.ts'
import type { Services } from './services.ts'

const BODY_MAX = '16kb'
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/** A player who looks at ten rounds a second is not refused. */
const PROOFS = {
  paths: ['/verify', '/fairness/commitments'],
  limit: 600,
  windowMs: 60_000,
  refusal: 'Too many rounds to prove at once. Try again in a minute.',
}

/** The HTTP side of the product: which path is whose. */
export function makeApp(deps: {
  config: Config
  platform: Platform
  services: Services
  connections: OpenConnections
  /** False from the moment the process was asked to stop. */
  isOpen: () => boolean
}): Express {
  const { config, platform, services, connections, isOpen } = deps
  const { log, metrics, pool } = platform
  const { metricsPublic, webDir } = config
  const https = config.publicUrl.protocol === 'https:'
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('trust proxy', config.trustProxyHops)

  app.use(requestContext(log, metrics.http))
  app.use(connections.refuseOthers(HEALTH_PATHS), limitPipelining())
  app.use(
    '/api',
    dataHeaders,
    refuseCrossSite(ownOrigin(config.publicUrl)),
    limitNetworks(config.requestsPerNetwork),
    apiRoutes(config, services),
  )
  app.use(
    healthRoutes({
      registry: metrics.registry,
      metricsPublic,
      isReady: async () => isOpen() && answers(pool),
    }),
  )
  if (webDir) {
    const walletConnect = config.walletConnectProjectId !== undefined
    app.use(pageHeaders({ https, walletConnect }), webFiles(webDir))
  }
  app.use(dataHeaders, nothingHere, errorHandler)
  return app
}

async function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('SELECT').then(
    () => true,
    () => false,
  )
}

function apiRoutes(config: Config, services: Services): Router {
  const { auth, fairness, ledger, rounds, sessions, siwe, stats } = services
  const limited = limitPlayers()
  const requirePlayer = limited(
    requirePlayerBy((cookie) => sessions.resolve(cookie)),
  )
  const requireBettor = limited(
    requirePlayerBy((cookie) => sessions.resolveForBet(cookie)),
  )
  const https = config.publicUrl.protocol === 'https:'
  const session = sessionMiddleware({
    store: services.store,
    secret: config.sessionSecret,
    https,
  })
  const router = Router()
  router.use(PROOFS.paths, limitRequests(PROOFS))
  router.use(express.json({ limit: BODY_MAX }))
  router.use(roundsRoutes(rounds, { requirePlayer, requireBettor }))
  router.use(statsRoutes(stats))
  router.use(fairnessRoutes(fairness, requirePlayer))
  router.use(ledgerRoutes(services.history, requirePlayer))
  router.use(limitsRoutes(services.limits, requirePlayer))
  router.use(walletRoutes(services.wallet, requirePlayer))
  router.use(recheckRoutes(services.recheck, requirePlayer))
  router.use(faucetRoutes(services.faucet, requirePlayer))
  router.use(rpcRoutes(services.rpc))
  const isPlayed = rounds.isPlayed.bind(rounds)
  const signing = { sessions, session, requirePlayer }
  router.use(authRoutes({ ...signing, auth, ledger, isPlayed }))
  router.use(siweRoutes({ ...signing, siwe, https }))
  router.use(nothingHere)
  return router
}
