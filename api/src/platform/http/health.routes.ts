import { Router } from 'express'
import type { Registry } from 'prom-client'
import { Refusal } from '#core/refusals.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function healthRoutes(deps: {
  registry: Registry
  metricsPublic: boolean
  isReady: () => Promise<boolean>
}): Router {
  const { registry, metricsPublic, isReady } = deps
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
