import { Router } from 'express'
import * as z from 'zod/mini'
import { parseRequest } from '../../../api/src/platform/http/parse-request.ts'
import {
  playerOf,
  type RequirePlayer,
} from '../../../api/src/platform/http/player.ts'
import type { GuestbookService } from './guestbook.service.ts'

const newLine = z.strictObject({
  line: z.string().check(z.minLength(1), z.maxLength(140)),
})

export function guestbookRoutes(
  guestbook: GuestbookService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()

  router.get('/guestbook', async (_req, res) => {
    res.json({ lines: await guestbook.lines() })
  })

  router.put('/guestbook', requirePlayer, async (req, res) => {
    const { line } = parseRequest(newLine, req.body)
    await guestbook.write(playerOf(res), line)
    res.json({ lines: await guestbook.lines() })
  })

  return router
}
