import { type RequestHandler, Router } from 'express'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { clearSessionCookies } from '../../platform/http/session-cookie.ts'
import type { SessionsService } from './sessions.service.ts'
import { signOut } from './sign-in.ts'

export function sessionsRoutes(
  sessions: SessionsService,
  {
    session,
    requirePlayer,
  }: { session: RequestHandler; requirePlayer: RequirePlayer },
): Router {
  const router = Router()

  router.post('/logout', session, async (req, res) => {
    parseRequest(noBody, req.body)
    await signOut({ req, res }, sessions)
    res.status(204).end()
  })

  router.post('/logout/everywhere', requirePlayer, async (req, res) => {
    parseRequest(noBody, req.body)
    await sessions.endAll(playerOf(res))
    clearSessionCookies(res)
    res.status(204).end()
  })

  return router
}
