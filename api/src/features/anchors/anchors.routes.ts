import { Router } from 'express'
import { DomainError } from '#core/errors.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { anchorLeafQuery, anchorLeavesQuery } from '#core/schemas/anchors.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { AnchorsService } from './anchors.service.ts'

export function anchorsRoutes(anchors: AnchorsService): Router {
  const router = Router()

  router.get('/anchors', async (_req, res) => {
    res.json(await anchors.state())
  })

  router.get('/anchors/leaf', async (req, res) => {
    const anchor = await anchors.anchorOf(leafIn(req.query))
    if (!anchor) throw new DomainError('not_found', 'It is not anchored.')
    res.json(anchor)
  })

  router.get('/anchors/leaves', async (req, res) => {
    const { from = '0', number } = parseRequest(anchorLeavesQuery, req.query)
    const asked = { number: Number(number), from: Number(from) }
    const found = await anchors.leaves(asked)
    if (!found) throw new DomainError('not_found', 'There is no such root.')
    res.json(found)
  })

  return router
}

function leafIn(query: unknown): AnchorLeaf {
  const { kind, player = '', ...asked } = parseRequest(anchorLeafQuery, query)
  const published = { hash: asked.hash, number: Number(asked.number) }
  return kind === 'epoch'
    ? { kind, player, ...published }
    : { kind, ...published }
}
