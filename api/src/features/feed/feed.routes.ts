import { Router } from 'express'
import { feedName } from '#core/schemas/feed.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { FeedService } from './feed.service.ts'

export function feedRoutes(
  feed: FeedService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  router.get('/feed', async (_req, res) => {
    res.json(await feed.page())
  })

  router.get('/feed/name', requirePlayer, async (_req, res) => {
    res.json(await feed.nameOf(playerOf(res)))
  })

  router.put('/feed/name', requirePlayer, async (req, res) => {
    const wanted = parseRequest(feedName, req.body)
    res.json(await feed.setName(playerOf(res), wanted))
  })

  return router
}
