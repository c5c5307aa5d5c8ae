import { Router } from 'express'
import { DomainError } from '#core/errors.ts'
import { anchorLeafQuery } from '#core/schemas/anchors.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { AnchorsService } from './anchors.service.ts'

export function anchorsRoutes(anchors: AnchorsService): Router {
  const router = Router()

  router.get('/anchors', async (_req, res) => {
    res.json(await anchors.state())
  })

  router.get('/anchors/leaf', async (req, res) => {
    const asked = parseRequest(anchorLeafQuery, req.query)
    const leaf = { ...asked, number: Number(asked.number) }
    const anchor = await anchors.anchorOf(leaf)
    if (!anchor) throw new DomainError('not_found', 'It is not anchored.')
    res.json(anchor)
  })

  return router
}
