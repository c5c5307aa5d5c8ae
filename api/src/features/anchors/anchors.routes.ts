import { Router } from 'express'
import type { AnchorsService } from './anchors.service.ts'

export function anchorsRoutes(anchors: AnchorsService): Router {
  const router = Router()

  router.get('/anchors', async (_req, res) => {
    res.json(await anchors.state())
  })

  return router
}
